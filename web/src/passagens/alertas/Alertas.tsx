import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { Suspense, useState } from 'react';
import { useStore } from '../../lib/store.ts';
import { part } from '../../lib/wire/parts.ts';
import './alertas.css';
import { Faixa } from './Faixa.tsx';
import { audio, getSom, somPreferido } from './som.ts';
import { useAlertas } from './useAlertas.ts';

const DetalhePassagem = part(() =>
  import('../detalhe/DetalhePassagem.tsx').then((file) => file.DetalhePassagem),
);

type AlertasProps = {
  /** More banners than these would cover the screen; the rest is counted. */
  mostradas?: number;
};

/** A red banner for each open alarm, newest first; it stays until a person presses 'Ciente'. */
export function Alertas({ mostradas = 3 }: AlertasProps) {
  const abertos = useAlertas();
  const som = getSom(useStore(somPreferido), useStore(audio));
  const [aberta, setAberta] = useState<UltimoVeiculo>();
  const resto = abertos.length - mostradas;
  return (
    <>
      {abertos.length > 0 && (
        <section aria-label="Alertas" className="alertas">
          {abertos.slice(0, mostradas).map((cartao, indice) => (
            <Faixa
              key={cartao.id}
              cartao={cartao}
              semSom={indice === 0 && som === 'bloqueado'}
              onOpen={() => setAberta(cartao)}
            />
          ))}
          {resto > 0 && <p className="alertas-resto">{`e mais ${resto}`}</p>}
        </section>
      )}
      <Suspense>
        {aberta && <DetalhePassagem passagem={aberta} onClose={() => setAberta(undefined)} />}
      </Suspense>
    </>
  );
}
