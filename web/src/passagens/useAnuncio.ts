import { rotuloStatus, type UltimoVeiculo } from '@unipark/contract/passagem';
import { ehProibido } from '@unipark/contract/veiculo';
import { useEffect, useRef, useState } from 'react';

const INTERVALO = 3_000;

/**
 * What the polite region says: the newest arrival, 'RIO2A18, CRETA, Ativo', at most one in 3 s.
 * An alarm and a PROIBIDO speak by themselves: banner and card are alerts.
 */
export function useAnuncio(cartoes: readonly UltimoVeiculo[] | undefined): string {
  const [texto, setTexto] = useState('');
  const visto = useRef<string | undefined>(undefined);
  const ultimo = useRef(0);
  const primeiro = cartoes?.[0];
  // The card as it stands: refined while it waits its turn, it is still the same arrival.
  const cartao = useRef(primeiro);
  cartao.current = primeiro;
  const id = primeiro?.id ?? '';
  const carregou = cartoes !== undefined;

  useEffect(() => {
    if (!carregou) return;
    const before = visto.current;
    visto.current = id;
    // What was there when the screen opened is no news.
    if (before === undefined || id === '' || before === id) return;
    const timer = setTimeout(
      () => {
        if (!cartao.current) return;
        const { placa, modelo, status, alerta } = cartao.current;
        if (alerta !== null || ehProibido(status)) return;
        ultimo.current = Date.now();
        setTexto(`${placa}, ${modelo}, ${rotuloStatus(status)}`);
      },
      Math.max(0, ultimo.current + INTERVALO - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [carregou, id]);

  return texto;
}
