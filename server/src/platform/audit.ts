/**
 * The audit trail: one row a change, chained by hash, in the change's own transaction. hash =
 * SHA-256(previous hash ‖ entry ‖ SHA-256(salt ‖ key, reason) ‖ SHA-256(salt ‖ detail)): personal
 * data is only in the texts behind the two digests, which can be erased without breaking the chain.
 */
import { randomBytes } from 'node:crypto';
import {
  type AcaoAuditoria,
  CHAVE_APAGADA,
  type EntidadeAuditoria,
} from '@unipark/contract/auditoria';
import type { FastifyRequest } from 'fastify';
import {
  type ChainRow,
  COLUNAS_ENCADEADAS,
  FORMA,
  hashTexts,
  linkHash,
  sealOf,
  sha256,
} from './chain.ts';
import { nowIso } from './clock.ts';
import type { Transacao } from './db/banco.ts';
import { chunks } from './db/chunks.ts';
import { compileOnce, pickValues } from './db/compiled.ts';
import { amongValues } from './db/search.ts';
import type { TabelaAuditoria } from './db/tabelas.ts';

/** The account, its address and the request of an act. */
export interface Autor {
  id: string | null;
  endereco: string | null;
  pedido: string | null;
}

/** What the server does by itself, at its time. */
export const AGENDA: Autor = { id: 'agenda', endereco: null, pedido: null };
/** The operator at the terminal. */
export const OPERADOR: Autor = { id: 'operador', endereco: null, pedido: null };

export interface AuditEntry {
  acao: AcaoAuditoria;
  entidade: EntidadeAuditoria;
  chave: string;
  motivo?: string;
  /** Values before and after, or other data; the only place for personal data. */
  detalhe?: unknown;
}

/** The author of a request; anonymous without a session. */
export const getAutor = (request: FastifyRequest): Autor => ({
  id: request.conta?.id ?? null,
  endereco: request.ip,
  pedido: request.id,
});

const readHead = compileOnce((db, _: object) =>
  db.selectFrom('auditoria_cabeca').select('hash').where('id', '=', 1),
);

const insertEntry = compileOnce((db, entrada: Omit<TabelaAuditoria, 'id'>) =>
  db
    .insertInto('auditoria')
    .values(pickValues([...COLUNAS_ENCADEADAS, 'hash'], entrada))
    .returning('id'),
);

const insertDetail = compileOnce(
  (db, { auditoria_id, sal, detalhe }: { auditoria_id: number; sal: string; detalhe: string }) =>
    db.insertInto('auditoria_detalhes').values({ auditoria_id, sal, detalhe }),
);

const moveHead = compileOnce((db, { hash }: { hash: string }) =>
  db.updateTable('auditoria_cabeca').set({ hash }).where('id', '=', 1),
);

/** The entry of an act, and its detail with the salt of its hash. */
function prepareEntry(autor: Autor, ato: AuditEntry) {
  const detalhe = ato.detalhe === undefined ? undefined : JSON.stringify(ato.detalhe);
  const sal = detalhe === undefined ? undefined : randomBytes(16).toString('hex');
  const textos = {
    sal: randomBytes(16).toString('hex'),
    chave: ato.chave,
    motivo: ato.motivo ?? null,
  };
  const entrada = {
    ...textos,
    chave_hash: hashTexts(textos),
    forma: FORMA,
    apagada: 0,
    quando: nowIso(),
    quem: autor.id,
    endereco: autor.endereco,
    pedido: autor.pedido,
    acao: ato.acao,
    entidade: ato.entidade,
    detalhe_hash: detalhe === undefined ? null : sha256(`${sal}${detalhe}`),
  };
  return { entrada, detalhe, sal };
}

/** Rows of one statement: SQLite accepts 32,766 values. */
const POR_COMANDO = 200;

/** Writes a row for each act, in their order, with few statements. As `audit`. */
export async function auditMany(trx: Transacao, autor: Autor, atos: AuditEntry[]): Promise<void> {
  if (atos.length === 0) return;
  const [cabeca] = await readHead(trx, {});
  if (!cabeca) throw new Error('the audit has no head');
  let { hash } = cabeca;
  const linhas = atos.map((ato) => {
    const { entrada, detalhe, sal } = prepareEntry(autor, ato);
    hash = linkHash(hash, entrada);
    return { linha: { ...entrada, hash }, detalhe, sal };
  });
  for (const lote of chunks(linhas, POR_COMANDO)) {
    const escritas = await trx
      .insertInto('auditoria')
      .values(lote.map(({ linha }) => linha))
      .returning(['id', 'hash'])
      .execute();
    const ids = new Map(escritas.map((escrita) => [escrita.hash, escrita.id]));
    const detalhes = lote.flatMap(({ linha, detalhe, sal }) => {
      const auditoria_id = ids.get(linha.hash);
      return auditoria_id === undefined || detalhe === undefined || sal === undefined
        ? []
        : [{ auditoria_id, sal, detalhe }];
    });
    if (detalhes.length > 0) await trx.insertInto('auditoria_detalhes').values(detalhes).execute();
  }
  await moveHead(trx, { hash });
}

/** Writes the row. Call it in the transaction of its change. */
export async function audit(trx: Transacao, autor: Autor, ato: AuditEntry): Promise<void> {
  const { entrada, detalhe, sal } = prepareEntry(autor, ato);
  const [cabeca] = await readHead(trx, {});
  if (!cabeca) throw new Error('the audit has no head');
  const hash = linkHash(cabeca.hash, entrada);
  const [linha] = await insertEntry(trx, { ...entrada, hash });
  if (linha && detalhe !== undefined && sal !== undefined) {
    await insertDetail(trx, { auditoria_id: linha.id, sal, detalhe });
  }
  await moveHead(trx, { hash });
}

/** The acts after which no record has the key any more. */
const FINAIS: AcaoAuditoria[] = ['excluir', 'converter'];

const findEnded = compileOnce(
  (db, { entidade, chave }: Pick<TabelaAuditoria, 'entidade' | 'chave'>) =>
    db
      .selectFrom('auditoria')
      .innerJoin('auditoria_detalhes', 'auditoria_id', 'auditoria.id')
      .select('detalhe')
      .where('entidade', '=', entidade)
      .where('chave', '=', chave)
      .where('acao', 'in', FINAIS)
      .orderBy('id', 'desc')
      .limit(1),
);

/** The version after the one that the record of an act had before it. */
function versaoAfter(detalhe = '{}'): number {
  const { antes }: { antes?: { versao?: number } } = JSON.parse(detalhe);
  return (antes?.versao ?? 0) + 1;
}

/**
 * The first version of a new record: after the last one that a record with this key had, which was
 * deleted or has another plate. A form that shows that one is refused, because no ETag names two
 * states (RFC 9110 §8.8.1).
 */
export async function findFirstVersao(
  trx: Transacao,
  entidade: EntidadeAuditoria,
  chave: string,
): Promise<number> {
  const [ato] = await findEnded(trx, { entidade, chave });
  return versaoAfter(ato?.detalhe);
}

/** The same for many keys; one that is not in it begins at 1. */
export async function findFirstVersoes(
  trx: Transacao,
  entidade: EntidadeAuditoria,
  chaves: string[],
): Promise<Map<string, number>> {
  const atos = await trx
    .selectFrom('auditoria')
    .innerJoin('auditoria_detalhes', 'auditoria_id', 'auditoria.id')
    .select(['chave', 'detalhe'])
    .where('entidade', '=', entidade)
    .where('acao', 'in', FINAIS)
    .where(amongValues('chave', chaves))
    .orderBy('id')
    .execute();
  return new Map(atos.map(({ chave, detalhe }) => [chave, versaoAfter(detalhe)]));
}

/**
 * Erases the texts of these rows that may name a person: key, reason, detail and both salts. The
 * chain still verifies; one act names the rows and seals what is left of them.
 */
export async function eraseEntries(trx: Transacao, autor: Autor, ids: number[]): Promise<number> {
  const linhas: ChainRow[] = await trx
    .selectFrom('auditoria')
    .select(['id', ...COLUNAS_ENCADEADAS, 'hash'])
    .where(amongValues('id', ids))
    .where('apagada', '=', 0)
    .execute();
  if (linhas.length === 0) return 0;
  const achadas = linhas.map(({ id }) => Number(id));
  await trx.deleteFrom('auditoria_detalhes').where(amongValues('auditoria_id', achadas)).execute();
  await trx
    .updateTable('auditoria')
    .set({ chave: CHAVE_APAGADA, motivo: null, sal: null, apagada: 1 })
    .where(amongValues('id', achadas))
    .execute();
  const detalhe = { registros: achadas.length, selo: sealOf(linhas), ids: achadas };
  await audit(trx, autor, { acao: 'anonimizar', entidade: 'auditoria', chave: '', detalhe });
  return achadas.length;
}
