import { useQuery } from '@tanstack/react-query';
import { findGemea, isPlacaValida, normalizePlaca } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { veiculoQuery } from '../api.ts';

/** Requested once while typing; a registration makes the answer stale. */
const conferenciaQuery = (placa: string) => ({
  ...veiculoQuery(placa),
  staleTime: 30_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** Whether a valid plate is registered, and its twin in the other format. */
export function usePlacaConferida(digitada: string): { ocupada?: string; gemea?: Veiculo } {
  const placa = !isPlacaValida(digitada) ? '' : normalizePlaca(digitada);
  const gemea = placa && findGemea(placa);
  const propria = useQuery(conferenciaQuery(placa)).data;
  const outra = useQuery(conferenciaQuery(gemea || '')).data;
  return {
    ocupada: placa && propria ? propria.placa : undefined,
    gemea: gemea && outra ? outra : undefined,
  };
}
