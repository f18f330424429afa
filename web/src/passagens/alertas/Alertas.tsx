import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { Suspense, useState } from 'react';
import { useStore } from '../../lib/store.ts';
import { part } from '../../lib/wire/parts.ts';
import { Alerta } from './Alerta.tsx';
import './alertas.css';
import './alertasTelas.css';
import { keyOfAlerta } from './alertas.ts';
import { audio, getSom, somPreferido } from './som.ts';
import { useAlertas } from './useAlertas.ts';

const DetalhePassagem = part(() =>
  import('../detalhe/DetalhePassagem.tsx').then((file) => file.DetalhePassagem),
);

type AlertasProps = {
  /** What stands in the slot without an alarm, where the slot has a place of its own. */
  vazio?: string | undefined;
};

/** The newest open alarm, or another that the person chose; it stays until a 'Ciente'. */
export function Alertas({ vazio }: AlertasProps) {
  const lidos = useAlertas();
  const abertos = lidos ?? [];
  const som = getSom(useStore(somPreferido), useStore(audio));
  const [escolhido, setEscolhido] = useState<string>();
  const [aberta, setAberta] = useState<UltimoVeiculo>();
  const indice = Math.max(
    0,
    abertos.findIndex((cartao) => keyOfAlerta(cartao) === escolhido),
  );
  const cartao = abertos[indice];
  const show = (novo: number) => {
    const proximo = abertos[novo];
    // The first place follows the newest; another one keeps its alarm when a new one comes.
    setEscolhido(novo > 0 && proximo ? keyOfAlerta(proximo) : undefined);
  };
  return (
    <>
      {cartao ? (
        <section aria-label="Alertas abertos" className="alertas">
          <Alerta
            abertos={abertos}
            indice={indice}
            cartao={cartao}
            semSom={som === 'bloqueado'}
            onShow={show}
            onOpen={() => setAberta(cartao)}
          />
        </section>
      ) : (
        lidos && vazio && <p className="alertas-vazio">{vazio}</p>
      )}
      <Suspense>
        {aberta && <DetalhePassagem passagem={aberta} onClose={() => setAberta(undefined)} />}
      </Suspense>
    </>
  );
}
