/** The audit's hash chain: each row's hash includes the hash of the row before it. */
import { hash } from 'node:crypto';

/** The hashed columns, in the order of hashing. */
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
] as const;

export type ChainEntry = Record<(typeof COLUNAS_ENCADEADAS)[number], string | null>;

export const sha256 = (texto: string): string => hash('sha256', texto, 'hex');

/** The hash of an entry that follows the row whose hash is `anterior`. */
export const linkHash = (anterior: string, entrada: ChainEntry): string =>
  sha256(
    anterior +
      JSON.stringify(Object.fromEntries(COLUNAS_ENCADEADAS.map((nome) => [nome, entrada[nome]]))),
  );

/** A stored row; its id is a number, or the text of one. */
export type ChainRow = ChainEntry & { id: number | string; hash: string };

/**
 * The id of the first row that does not follow from the rows before it; 'fim' when the last row is
 * not the one that `cabeca` names, because rows were cut off. `linhas`: in the order of their ids.
 */
export async function findChainBreak(
  linhas: Iterable<ChainRow> | AsyncIterable<ChainRow>,
  cabeca: string | undefined,
): Promise<ChainRow['id'] | undefined> {
  let hash = '';
  for await (const linha of linhas) {
    hash = linkHash(hash, linha);
    if (linha.hash !== hash) return linha.id;
  }
  return hash === cabeca ? undefined : 'fim';
}
