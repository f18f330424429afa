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
