import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { type ReactNode, Suspense, useState } from 'react';
import { connected } from '../lib/connection.ts';
import { part } from '../lib/parts.ts';
import { useStore } from '../lib/store.ts';
import { IconLink } from '../ui/IconLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { CARTOES } from './api.ts';
import { BotaoNotificacoes } from './BotaoNotificacoes.tsx';
import { BotaoSom } from './BotaoSom.tsx';
import { CartaoPassagem } from './CartaoPassagem.tsx';
import './cartoes.css';
import './cartoesTelas.css';
import { SinalAoVivo } from './SinalAoVivo.tsx';
import { useAnuncio } from './useAnuncio.ts';
import { useCartoes } from './useCartoes.ts';

const DetalhePassagem = part(() =>
  import('./DetalhePassagem.tsx').then((file) => file.DetalhePassagem),
);

/** The five latest passages, 1-2-2, as they happen. */
export function UltimosVeiculos({ actions }: { actions?: ReactNode }) {
  const { cartoes, carregando, faltam, ehNova, ...fluxo } = useCartoes();
  const semServidor = !useStore(connected) && cartoes === undefined;
  const anuncio = useAnuncio(cartoes);
  const [escolhida, setEscolhida] = useState<UltimoVeiculo>();
  // As it stands now: it may be refined or corrected while the sheet is open.
  const aberta = escolhida && (cartoes?.find(({ id }) => id === escolhida.id) ?? escolhida);
  const lugares = Math.max(0, CARTOES - (cartoes?.length ?? 0));

  return (
    <Panel
      title="Últimos veículos"
      className="live-panel"
      actions={
        <>
          <SinalAoVivo {...fluxo} />
          <IconLink
            variant="outline"
            icon="history"
            label="Histórico"
            to="/historico"
            className="max-tablet:hidden"
          />
          <BotaoNotificacoes />
          <BotaoSom />
          {actions}
        </>
      }
    >
      <p aria-live="polite" className="sr-only">
        {anuncio}
      </p>
      {semServidor || faltam ? (
        <p role="status" className="py-12 text-center text-lg font-bold">
          {semServidor
            ? 'Sem conexão com o servidor.'
            : 'Não foi possível carregar os últimos veículos.'}
        </p>
      ) : (
        <ul className="cartoes" aria-busy={carregando}>
          {cartoes?.map((passagem) => (
            <CartaoPassagem
              key={passagem.id}
              passagem={passagem}
              nova={ehNova(passagem.id)}
              onOpen={() => setEscolhida(passagem)}
            />
          ))}
          {Array.from({ length: lugares }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
            <li key={`lugar-${index}`} className="lugar">
              {carregando ? null : 'Aguardando veículo'}
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {aberta && <DetalhePassagem passagem={aberta} onClose={() => setEscolhida(undefined)} />}
      </Suspense>
    </Panel>
  );
}
