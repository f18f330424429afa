import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { Suspense, useState } from 'react';
import { part } from '../lib/parts.ts';
import { useStore } from '../lib/store.ts';
import './alertas.css';
import { Faixa } from './Faixa.tsx';
import { audio, estadoDoSom, somPreferido } from './som.ts';
import { useAlertas } from './useAlertas.ts';

const DetalhePassagem = part(() =>
  import('./DetalhePassagem.tsx').then((file) => file.DetalhePassagem),
);

type AlertasProps = {
  /** More banners than these would hide what the screen is for; the rest is counted. */
  mostradas?: number;
};

/** A red banner for each open alarm, newest first; it stays until somebody says 'Ciente'. */
export function Alertas({ mostradas = 3 }: AlertasProps) {
  const abertos = useAlertas();
  const som = estadoDoSom(useStore(somPreferido), useStore(audio));
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
