/** The audit's hash chain: each row's hash includes the hash of the row before it. */
import { hash } from 'node:crypto';

/** The columns of a row, in the order of hashing; which of them are hashed depends on its form. */
export const COLUNAS_ENCADEADAS = [
  'quando',
  'quem',
  'endereco',
  'pedido',
  'acao',
  'entidade',
  'chave',
  'motivo',
  'detalhe_hash',
  'forma',
  'sal',
  'chave_hash',
  'apagada',
] as const;

/** Hashed with `chave` and `motivo` in clear: rows of earlier releases. */
const FORMA_ANTIGA = 1;
/** Hashed with a salted digest of `chave` and `motivo`, so that both can be erased. */
export const FORMA = 2;

const TEXTO_CLARO = COLUNAS_ENCADEADAS.slice(0, 9);
const SEM_TEXTO = [...COLUNAS_ENCADEADAS.slice(0, 6), 'detalhe_hash', 'chave_hash'] as const;

type NumberColumn = 'forma' | 'apagada';
/** A number may be the text of one. */
export type ChainEntry = Record<
  Exclude<(typeof COLUNAS_ENCADEADAS)[number], NumberColumn>,
  string | null
> &
  Record<NumberColumn, number | string | null>;

export const sha256 = (texto: string): string => hash('sha256', texto, 'hex');

/** The digest of the texts of an entry that may name a person. */
export const hashTexts = ({ sal, chave, motivo }: Pick<ChainEntry, 'sal' | 'chave' | 'motivo'>) =>
  sha256(sal + JSON.stringify([chave, motivo]));

const pick = (nomes: readonly string[], entrada: object): string => {
  const valores: Record<string, unknown> = { ...entrada };
  return JSON.stringify(Object.fromEntries(nomes.map((nome) => [nome, valores[nome]])));
};

/** A stored row; its id is a number, or the text of one. */
export type ChainRow = ChainEntry & { id: number | string; hash: string };

/** The hash of an entry that follows the row whose hash is `anterior`. */
export function linkHash(anterior: string, entrada: ChainEntry & { hash?: string }): string {
  if (Number(entrada.forma ?? FORMA_ANTIGA) !== FORMA_ANTIGA)
    return sha256(anterior + pick(SEM_TEXTO, entrada));
  // Its texts are gone: the hash stays as the link, and the act that erased them seals the rest.
  if (Number(entrada.apagada) === 1) return entrada.hash ?? '';
  return sha256(anterior + pick(TEXTO_CLARO, entrada));
}

/** What is left of an erased row, as the act that erased it seals it. */
export const sealOf = (linhas: ChainRow[]): string =>
  sha256(
    linhas
      .toSorted((a, b) => Number(a.id) - Number(b.id))
      .map((linha) => `${linha.id} ${linha.hash} ${pick(SEM_TEXTO, linha)}`)
      .join('\n'),
  );

/** Where the chain begins: after this row, which retention took with all before it. */
export interface ChainCut {
  id: number;
  hash: string;
}
const SEM_CORTE: ChainCut = { id: 0, hash: '' };

/** The cut of a head row as a database answers it; one of an earlier schema has none. */
export const cutOfHead = (cabeca: Record<string, unknown> | undefined): ChainCut => ({
  id: Number(cabeca?.cortada_ate ?? 0),
  hash: String(cabeca?.cortada_hash ?? ''),
});

/**
 * The id of the first row that does not follow from the rows before it; 'fim' when the last row is
 * not the one that `cabeca` names, because rows were cut off. `linhas`: in the order of their ids.
 * `corte`: the last row that retention took; rows up to it are not read.
 */
export async function findChainBreak(
  linhas: Iterable<ChainRow> | AsyncIterable<ChainRow>,
  cabeca: string | undefined,
  corte: ChainCut = SEM_CORTE,
): Promise<ChainRow['id'] | undefined> {
  let { hash } = corte;
  for await (const linha of linhas) {
    if (Number(linha.id) <= corte.id) continue;
    hash = linkHash(hash, linha);
    if (linha.hash !== hash) return linha.id;
  }
  return hash === cabeca ? undefined : 'fim';
}
