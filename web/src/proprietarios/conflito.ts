import { type EdicaoProprietario, Proprietario } from '@unipark/contract/proprietario';
import { ApiError } from '../lib/http.ts';

/** An edit that came too late: what was typed, and the record as it stands now. */
export type ConflitoProprietario = { minha: EdicaoProprietario; atual: Proprietario };

/** The conflict behind a 412; undefined for any other failure. */
export function conflitoDe(
  error: unknown,
  minha: EdicaoProprietario,
): ConflitoProprietario | undefined {
  if (!(error instanceof ApiError) || error.status !== 412) return undefined;
  const atual = Proprietario.safeParse(error.atual);
  return atual.success ? { minha, atual: atual.data } : undefined;
}
