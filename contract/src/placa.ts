/**
 * Licence plates of Brazil: the two formats on the road and the identity that joins them.
 * Source: Resolução CONTRAN 969/2022, art. 2º, Anexo I (format) and Anexo II (conversion).
 */
import * as z from 'zod/mini';
import { chaveDeCaminho, maiusculas, semInvisiveis } from './texto.ts';

export type TipoPlaca = 'Antiga' | 'Mercosul' | 'Inválida';

const ANTIGA = /^[A-Z]{3}-?[0-9]{4}$/;
const MERCOSUL = /^[A-Z]{3}[0-9][A-Z0-9][0-9]{2}$/;

/** Fifth character of the official conversion: 0→A … 9→J. */
const CONVERSAO = 'ABCDEFGHIJ';

/** Which format a plate has. Antiga is tried first, for LLLNNNN fits both patterns. */
export function tipoPlaca(placa: string): TipoPlaca {
  if (ANTIGA.test(placa)) return 'Antiga';
  if (MERCOSUL.test(placa)) return 'Mercosul';
  return 'Inválida';
}

/** Canonical spelling of a valid plate: upper case, no hyphen. */
export function canonica(placa: string): string {
  return maiusculas(placa).replace('-', '');
}

/** As people read it: ABC-1234 for the old kind, ABC1C34 for Mercosul. */
export function formatarPlaca(placa: string): string {
  return /^[A-Z]{3}[0-9]{4}$/.test(placa) ? `${placa.slice(0, 3)}-${placa.slice(3)}` : placa;
}

/**
 * Identity key: ABC1234 and ABC1C34 are the same car and share the key ABC1C34.
 * Any other text is its own key.
 */
export function chavePlaca(placa: string): string {
  if (!/^[A-Z]{3}[0-9]{4}$/.test(placa)) return placa;
  return placa.slice(0, 4) + CONVERSAO[Number(placa[4])] + placa.slice(5);
}

/** The same car's plate in the other format, or undefined where there is none (K–Z). */
export function gemeaPlaca(placa: string): string | undefined {
  const tipo = tipoPlaca(placa);
  if (tipo === 'Antiga') return chavePlaca(canonica(placa));
  const quinto = CONVERSAO.indexOf(placa[4] ?? '');
  if (tipo !== 'Mercosul' || quinto < 0) return undefined;
  return placa.slice(0, 4) + quinto + placa.slice(5);
}

/** What stays of a camera's reading: A–Z and 0–9 only ('' when nothing does). */
export function normalizarLeitura(leitura: string): string {
  return maiusculas(leitura).replace(/[^A-Z0-9]/g, '');
}

/**
 * The seven characters of a search that may mean a plate: any case, spaces and signs anywhere.
 * Undefined for any other term: a letter with an accent is not dropped as in a reading, for who
 * types it means a word.
 */
export function placaProcurada(q: string): string | undefined {
  const texto = maiusculas(q).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return /^[A-Z0-9]{7}$/.test(texto) ? texto : undefined;
}

/** While typing: upper case, spaces dropped, at most 8 characters (a paste may carry spaces). */
export function digitarPlaca(texto: string): string {
  return maiusculas(texto).replace(/\s/g, '').slice(0, 8);
}

/** Plate accepted by the register: ends trimmed, any case, stored canonical. */
export const Placa = z.pipe(
  z.string({ error: 'Informe a placa.' }).check(
    semInvisiveis('Placa'),
    z.refine((valor) => tipoPlaca(maiusculas(valor.trim())) !== 'Inválida', {
      error: 'Placa inválida. Use ABC-1234 ou ABC1D23.',
    }),
  ),
  z.transform((valor: string) => canonica(valor.trim())),
);

/** A plate in a path: any case, the old kind's hyphen allowed. */
export const PlacaDeCaminho = z.pipe(
  chaveDeCaminho('Placa'),
  z.transform((valor: string) => {
    const placa = maiusculas(valor);
    return tipoPlaca(placa) === 'Antiga' ? canonica(placa) : placa;
  }),
);
