import { formatStatus, NAO_CADASTRADO, type UltimoVeiculo } from '@unipark/contract/passagem';
import { isProibido } from '@unipark/contract/veiculo';
import { useEffect, useRef, useState } from 'react';

const INTERVALO = 3_000;

/** The newest arrival for the live region, at most one in 3 s. Alarms and PROIBIDO are alerts themselves. */
export function useAnuncio(cartoes: readonly UltimoVeiculo[] | undefined): string {
  const [texto, setTexto] = useState('');
  const visto = useRef<string | undefined>(undefined);
  const ultimo = useRef(0);
  const primeiro = cartoes?.[0];
  // The current card: it may have been refined while it waited.
  const cartao = useRef(primeiro);
  cartao.current = primeiro;
  const id = primeiro?.id ?? '';
  const carregou = cartoes !== undefined;

  useEffect(() => {
    if (!carregou) return;
    const before = visto.current;
    visto.current = id;
    // The cards at the opening of the screen are not announced.
    if (before === undefined || id === '' || before === id) return;
    const timer = setTimeout(
      () => {
        if (!cartao.current) return;
        const { placa, modelo, status, alerta } = cartao.current;
        if (alerta !== null || isProibido(status)) return;
        ultimo.current = Date.now();
        const partes = [placa, modelo !== NAO_CADASTRADO && modelo, formatStatus(status)];
        setTexto(partes.filter(Boolean).join(', '));
      },
      Math.max(0, ultimo.current + INTERVALO - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [carregou, id]);

  return texto;
}
