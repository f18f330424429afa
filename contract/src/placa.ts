/**
 * Licence plates of Brazil: the two formats in use and the identity that joins them. Source:
 * Resolução CONTRAN 969/2022, art. 2º, Anexo I (format) and Anexo II (conversion).
 */
import * as z from 'zod/mini';
import { pathKey, refuseInvisibles, toUpperAscii } from './texto.ts';

export type TipoPlaca = 'Antiga' | 'Mercosul' | 'Inválida';

const ANTIGA = /^[A-Z]{3}-?[0-9]{4}$/;
const MERCOSUL = /^[A-Z]{3}[0-9][A-Z0-9][0-9]{2}$/;

/** Fifth character of the official conversion: 0→A … 9→J. */
const CONVERSAO = 'ABCDEFGHIJ';

/** The format of a plate. Antiga is tested first, because LLLNNNN matches both patterns. */
export function classifyPlaca(placa: string): TipoPlaca {
  if (ANTIGA.test(placa)) return 'Antiga';
  if (MERCOSUL.test(placa)) return 'Mercosul';
  return 'Inválida';
}

/** True for a plate of either format on the road. */
export const isPlacaValida = (texto: string): boolean => classifyPlaca(texto) !== 'Inválida';

/** Canonical spelling of a valid plate: upper case, no hyphen. */
export function normalizePlaca(placa: string): string {
  return toUpperAscii(placa).replace('-', '');
}

/** The plate for people: ABC-1234 for the old kind, ABC1C34 for Mercosul. */
export function formatPlaca(placa: string): string {
  return /^[A-Z]{3}[0-9]{4}$/.test(placa) ? `${placa.slice(0, 3)}-${placa.slice(3)}` : placa;
}

/** Identity key: ABC1234 and ABC1C34 are one car, key ABC1C34. Other text is its own key. */
export function keyOfPlaca(placa: string): string {
  if (!/^[A-Z]{3}[0-9]{4}$/.test(placa)) return placa;
  return placa.slice(0, 4) + CONVERSAO[Number(placa[4])] + placa.slice(5);
}

/** The same car's plate in the other format; undefined when there is none (K–Z). */
export function findGemea(placa: string): string | undefined {
  const tipo = classifyPlaca(placa);
  if (tipo === 'Antiga') return keyOfPlaca(normalizePlaca(placa));
  const quinto = CONVERSAO.indexOf(placa[4] ?? '');
  if (tipo !== 'Mercosul' || quinto < 0) return undefined;
  return placa.slice(0, 4) + quinto + placa.slice(5);
}

/** The letters A–Z and digits 0–9 of a camera's reading; '' when there are none. */
export function normalizeLeitura(leitura: string): string {
  return toUpperAscii(leitura).replace(/[^A-Z0-9]/g, '');
}

/**
 * The seven characters of a search that may mean a plate: any case, spaces and signs anywhere.
 * Undefined for any other term. A letter with an accent is not dropped, unlike in a reading: a
 * person who types it means a word.
 */
export function parsePlaca(q: string): string | undefined {
  const texto = toUpperAscii(q).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return /^[A-Z0-9]{7}$/.test(texto) ? texto : undefined;
}

/** While typing: upper case, spaces dropped, at most 8 characters (a paste may carry spaces). */
export function cleanPlaca(texto: string): string {
  return toUpperAscii(texto).replace(/\s/g, '').slice(0, 8);
}

/** Plate accepted by the register: ends trimmed, any case, stored canonical. */
export const Placa = z.pipe(
  z.string({ error: 'Informe a placa.' }).check(
    refuseInvisibles('Placa'),
    z.refine((valor) => isPlacaValida(toUpperAscii(valor.trim())), {
      error: 'Placa inválida. Use ABC-1234 ou ABC1D23.',
    }),
  ),
  z.transform((valor: string) => normalizePlaca(valor.trim())),
);

/** A plate in a path: any case, the old kind's hyphen allowed. */
export const PlacaDeCaminho = z.pipe(
  pathKey('Placa'),
  z.transform((valor: string) => {
    const placa = toUpperAscii(valor);
    return classifyPlaca(placa) === 'Antiga' ? normalizePlaca(placa) : placa;
  }),
);
