/** Recovery codes: for whoever has lost the telephone. Each works once. */
import { randomInt } from 'node:crypto';
import { sign } from '../../platform/secret.ts';

/** Nothing that is mistaken for something else when read from paper. */
const LETRAS = 'abcdefghjkmnpqrstuvwxyz23456789';
const QUANTOS = 10;
const GRUPO = 5;

const group = (): string =>
  Array.from({ length: GRUPO }, () => LETRAS[randomInt(LETRAS.length)]).join('');

/** Ten different codes of two groups, some fifty bits each. */
export function newCodigos(): string[] {
  const codigos = new Set<string>();
  while (codigos.size < QUANTOS) codigos.add(`${group()}-${group()}`);
  return [...codigos];
}

/**
 * What is kept of a code. Fifty bits alone could be tried out against a stolen database: the hash
 * is keyed by the installation's secret, which is not in it.
 */
export const hashCodigo = (segredo: string, conta: string, codigo: string): string =>
  sign(segredo, 'codigo-recuperacao', `${conta}.${codigo.replace(/[\s-]/g, '').toLowerCase()}`);
