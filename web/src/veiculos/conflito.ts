import { Veiculo } from '@unipark/contract/veiculo';
import { ApiError } from '../lib/http.ts';
import type { Edicao } from './edicao/edicao.ts';

/** An edit that came too late: what was typed, and the vehicle as it stands now. */
export type Conflito<Minha> = { minha: Minha; atual: Veiculo };
export type ConflitoVeiculo = Conflito<Edicao>;

/** The server refused a plate because it is in the register already. */
export const ehPlacaExistente = (error: unknown): boolean =>
  error instanceof ApiError && error.codigo === 'placa-existente';

/** The conflict behind a 412; undefined for any other failure. */
export function conflitoDe<Minha>(error: unknown, minha: Minha): Conflito<Minha> | undefined {
  if (!(error instanceof ApiError) || error.status !== 412) return undefined;
  const atual = Veiculo.safeParse(error.atual);
  return atual.success ? { minha, atual: atual.data } : undefined;
}
