/** A row as PostgreSQL stores it, and the sum of a table's rows, the same for both databases. */
import { hash } from 'node:crypto';

/** What a column holds, by its type in PostgreSQL. */
export type ColumnKind = 'texto' | 'inteiro' | 'real' | 'bytes';

/** A value of the SQLite file; integers are exact. */
export type SourceValue = string | bigint | number | Buffer | null;

/** A value as PostgreSQL receives it. */
export type StoredValue = string | Buffer | null;

/** PostgreSQL text holds no NUL and no half of a surrogate pair: the driver writes U+FFFD too. */
const toText = (texto: string): string => texto.replaceAll('\0', '\ufffd').toWellFormed();

/** The value that PostgreSQL stores. A changed text is not equal to the given one. */
export function toStored(valor: SourceValue): StoredValue {
  if (valor === null || Buffer.isBuffer(valor)) return valor;
  return typeof valor === 'string' ? toText(valor) : String(valor);
}

/** The sum of a table's rows: equal when both tables hold the same rows, in any order. */
export interface TableSum {
  linhas: number;
  soma: string;
}

const MODULO = 1n << 256n;

/** Bytes are summed as their SHA-256: PostgreSQL computes it, so that no picture travels. */
export const digestBytes = (bytes: Buffer): string => hash('sha256', bytes, 'hex');

/** A value in the sum. Both databases hold a real exactly, and write it in different words. */
const toSummed = (valor: StoredValue, tipo: ColumnKind | undefined): string | null => {
  if (valor === null) return null;
  if (Buffer.isBuffer(valor)) return digestBytes(valor);
  return tipo === 'real' ? String(Number(valor)) : valor;
};

/**
 * Adds the SHA-256 of each row. The order does not matter: a replaced NUL in a key changes it.
 */
export function createSum(tipos: readonly ColumnKind[]) {
  let linhas = 0;
  let soma = 0n;
  return {
    add(linha: readonly StoredValue[]): void {
      const texto = JSON.stringify(linha.map((valor, i) => toSummed(valor, tipos[i])));
      soma = (soma + BigInt(`0x${hash('sha256', texto, 'hex')}`)) % MODULO;
      linhas += 1;
    },
    end: (): TableSum => ({ linhas, soma: soma.toString(16).padStart(64, '0') }),
  };
}
