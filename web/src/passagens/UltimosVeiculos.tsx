import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Panel } from '../ui/Panel.tsx';
import { CARTOES } from './api.ts';
import { CartaoPassagem } from './CartaoPassagem.tsx';
import './cartoes.css';
import { SinalAoVivo } from './SinalAoVivo.tsx';
import { useAnuncio } from './useAnuncio.ts';
import { useCartoes } from './useCartoes.ts';

const DetalhePassagem = lazy(() =>
  import('./DetalhePassagem.tsx').then((file) => ({ default: file.DetalhePassagem })),
);

/** The five latest passages, 1-2-2, as they happen. */
export function UltimosVeiculos({ actions }: { actions?: ReactNode }) {
  const { cartoes, carregando, ehNova, ...fluxo } = useCartoes();
  const anuncio = useAnuncio(cartoes);
  const [aberta, setAberta] = useState<UltimoVeiculo>();
  const lugares = Math.max(0, CARTOES - (cartoes?.length ?? 0));

  return (
    <Panel
      title="Últimos veículos"
      className="live-panel"
      actions={
        <>
          <SinalAoVivo {...fluxo} />
          {actions}
        </>
      }
    >
      <p aria-live="polite" className="sr-only">
        {anuncio}
      </p>
      <ul className="cartoes" aria-busy={carregando}>
        {cartoes?.map((passagem) => (
          <CartaoPassagem
            key={passagem.id}
            passagem={passagem}
            nova={ehNova(passagem.id)}
            onOpen={() => setAberta(passagem)}
          />
        ))}
        {Array.from({ length: lugares }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
          <li key={`lugar-${index}`} className="lugar">
            {carregando ? null : 'Aguardando veículo'}
          </li>
        ))}
      </ul>
      <Suspense>
        {aberta ? <DetalhePassagem passagem={aberta} onClose={() => setAberta(undefined)} /> : null}
      </Suspense>
    </Panel>
  );
}
