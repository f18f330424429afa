import { useQuery } from '@tanstack/react-query';
import { canonica, gemeaPlaca, tipoPlaca } from '@unipark/contract/placa';
import { veiculo } from './api.ts';

/** Whether a valid plate, or its twin in the other format, is in the register already. */
export function usePlacaConferida(digitada: string): { ocupada?: string; gemea?: string } {
  const placa = tipoPlaca(digitada) === 'Inválida' ? '' : canonica(digitada);
  const gemea = placa && gemeaPlaca(placa);
  const propria = useQuery(veiculo(placa)).data;
  const outra = useQuery(veiculo(gemea || '')).data;
  return {
    ocupada: placa && propria ? propria.placa : undefined,
    gemea: gemea && outra ? outra.placa : undefined,
  };
}
