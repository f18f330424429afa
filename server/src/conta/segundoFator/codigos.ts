/** Recovery codes, for a lost phone. Each works once. */
import { randomLetters } from '../../platform/random.ts';
import { sign } from '../../platform/secret.ts';

const QUANTOS = 10;
const GRUPO = 5;

/** Ten different codes of two groups, about fifty bits each. */
export function newCodigos(): string[] {
  const codigos = new Set<string>();
  while (codigos.size < QUANTOS) codigos.add(`${randomLetters(GRUPO)}-${randomLetters(GRUPO)}`);
  return [...codigos];
}

/**
 * The stored form of a code. Fifty bits could be guessed against a stolen database: the hash is
 * keyed with the installation's secret, which is not in the database.
 */
export const hashCodigo = (segredo: string, conta: string, codigo: string): string =>
  sign(segredo, 'codigo-recuperacao', `${conta}.${codigo.replace(/[\s-]/g, '').toLowerCase()}`);
