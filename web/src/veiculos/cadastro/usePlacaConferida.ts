import { useQuery } from '@tanstack/react-query';
import { canonica, gemeaPlaca, tipoPlaca } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { veiculo } from '../api.ts';

/** Asked once for a typing; what a registration made stale is asked again. */
const conferencia = (placa: string) => ({
  ...veiculo(placa),
  staleTime: 30_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** Whether a valid plate is in the register already, and its twin in the other format. */
export function usePlacaConferida(digitada: string): { ocupada?: string; gemea?: Veiculo } {
  const placa = tipoPlaca(digitada) === 'Inválida' ? '' : canonica(digitada);
  const gemea = placa && gemeaPlaca(placa);
  const propria = useQuery(conferencia(placa)).data;
  const outra = useQuery(conferencia(gemea || '')).data;
  return {
    ocupada: placa && propria ? propria.placa : undefined,
    gemea: gemea && outra ? outra : undefined,
  };
}
