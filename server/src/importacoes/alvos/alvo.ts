/** What an import writes: one kind of record of the register. */
import type { EntidadeAuditoria } from '@unipark/contract/auditoria';
import { type Autor, findFirstVersoes } from '../../platform/audit.ts';
import type { Queryable, Transacao } from '../../platform/db/banco.ts';

/** The values of a row's fields; an absent one stays as it is. */
export type ImportData = Record<string, string | null | undefined>;

/** A record of any kind: its fields and its version. */
export interface ImportRecord {
  versao: number;
  valores: Record<string, string | null>;
}

/**
 * A record of the register. A record that was deleted and registered again has the same versions,
 * but not the same instant of creation.
 */
export interface StoredRecord extends ImportRecord {
  criado_em: string;
}

/** Sentences by field. */
export interface DataNotes {
  erros: Record<string, string>;
  avisos: Record<string, string>;
}

export interface ImportTarget {
  /** The field that identifies a record. */
  chave: string;
  /** The canonical key of what a cell has; undefined when it is none. */
  readKey(texto: string): string | undefined;
  /** The values in the form in which they are stored, or a sentence for each wrong field. */
  parse(valores: ImportData): { dados: ImportData } | { erros: Record<string, string> };
  findExisting(db: Queryable, chaves: string[]): Promise<Map<string, StoredRecord>>;
  /**
   * Reads what the rows refer to, as it was registered up to `ate`; answers what there is to say
   * about each.
   */
  loadReferences(
    db: Queryable,
    todos: ImportData[],
    ate?: string,
  ): Promise<(dados: ImportData) => DataNotes>;
  build(dados: ImportData): ImportRecord;
  edit(antes: ImportRecord, dados: ImportData): ImportRecord;
  /** Each gets the first version of its key. Answers the instant of their creation. */
  createMany(trx: Transacao, autor: Autor, novos: ImportRecord[]): Promise<string>;
  /** `motivo`: why, as the history of the record tells it. */
  change(
    trx: Transacao,
    autor: Autor,
    mudanca: { antes: ImportRecord; depois: ImportRecord; motivo?: string | undefined },
  ): Promise<void>;
  /** Reasons, by key, why some of these records cannot be removed. */
  findBonds(trx: Transacao, chaves: string[]): Promise<Map<string, string>>;
  /** Sentences, by key, for records that have another key now. */
  findMoved(trx: Transacao, chaves: string[]): Promise<Map<string, string>>;
  removeMany(trx: Transacao, autor: Autor, registros: ImportRecord[]): Promise<void>;
}

/** Gives new records the first versions of their keys, which are in the field `chave`. */
export async function setFirstVersoes(
  trx: Transacao,
  { entidade, chave }: { entidade: EntidadeAuditoria; chave: string },
  novos: ImportRecord[],
): Promise<void> {
  const keyOf = ({ valores }: ImportRecord): string => valores[chave] ?? '';
  const versoes = await findFirstVersoes(trx, entidade, novos.map(keyOf));
  for (const novo of novos) novo.versao = versoes.get(keyOf(novo)) ?? 1;
}

/** Sentences of a schema's refusal, by field: the first of each. */
export function sentencesOf(
  issues: readonly { path: PropertyKey[]; message: string }[],
): Record<string, string> {
  const erros: Record<string, string> = {};
  for (const { path, message } of issues) erros[String(path[0] ?? '')] ??= message;
  return erros;
}
