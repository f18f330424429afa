/**
 * Retention deletes the audit from its oldest row on, never from its middle. The head then says where
 * the chain begins and how many rows went in all, and an act of the chain says the same.
 */
import { type Autor, audit } from './audit.ts';
import type { Banco, Queryable, Transacao } from './db/banco.ts';
import { amongValues } from './db/search.ts';
import { breathe } from './db/slices.ts';

/** Rows read at once: some milliseconds. */
const FATIA = 1_000;

/** The last row that went, its hash and its instant; `linhas` went in all. */
export interface AuditCut {
  ate: number;
  hash: string;
  linhas: number;
  em: string | null;
}

export async function readCut(db: Queryable): Promise<AuditCut> {
  const cabeca = await db
    .selectFrom('auditoria_cabeca')
    .select(['cortada_ate', 'cortada_hash', 'cortadas', 'cortada_em'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  return {
    ate: Number(cabeca.cortada_ate),
    hash: cabeca.cortada_hash,
    linhas: Number(cabeca.cortadas),
    em: cabeca.cortada_em,
  };
}

/**
 * The rows older than an instant, in slices. It stops at the first younger row, because a row behind it
 * cannot go without that one.
 */
export async function* listOldEntries(db: Banco, antesDe: string) {
  let { ate } = await readCut(db);
  for (;;) {
    const linhas = await db
      .selectFrom('auditoria')
      .select(['id', 'hash', 'quando'])
      .where('id', '>', ate)
      .orderBy('id')
      .limit(FATIA)
      .execute();
    const jovem = linhas.findIndex(({ quando }) => quando >= antesDe);
    const velhas = jovem === -1 ? linhas : linhas.slice(0, jovem);
    if (velhas.length > 0) yield velhas;
    if (velhas.length < FATIA) return;
    ate = velhas.at(-1)?.id ?? ate;
    await breathe();
  }
}

/** The cut that takes the rows before an instant too; undefined when there are none. */
export async function findCut(db: Banco, antesDe: string): Promise<AuditCut | undefined> {
  const corte = await readCut(db);
  const { ate } = corte;
  for await (const linhas of listOldEntries(db, antesDe)) {
    const ultima = linhas.at(-1);
    if (!ultima) continue;
    corte.ate = ultima.id;
    corte.hash = ultima.hash;
    corte.em = ultima.quando;
    corte.linhas += linhas.length;
  }
  return corte.ate === ate ? undefined : corte;
}

/** Makes the chain begin after a row. The rows up to it are not part of it any more. */
export async function moveCut(trx: Transacao, autor: Autor, corte: AuditCut): Promise<void> {
  await trx
    .updateTable('auditoria_cabeca')
    .set({
      ...{ cortada_ate: corte.ate, cortada_hash: corte.hash },
      ...{ cortadas: corte.linhas, cortada_em: corte.em },
    })
    .where('id', '=', 1)
    .execute();
  await audit(trx, autor, { acao: 'excluir', entidade: 'auditoria', chave: '', detalhe: corte });
}

/** At most `quantas` rows that are no part of the chain any more. */
export async function listCutEntries(db: Queryable, quantas: number): Promise<number[]> {
  const { ate } = await readCut(db);
  const linhas = await db
    .selectFrom('auditoria')
    .select('id')
    .where('id', '<=', ate)
    .orderBy('id')
    .limit(quantas)
    .execute();
  return linhas.map(({ id }) => id);
}

/** Deletes at most `quantas` of them, and answers how many. */
export async function removeCutEntries(trx: Transacao, quantas: number): Promise<number> {
  const ids = await listCutEntries(trx, quantas);
  await trx.deleteFrom('auditoria_detalhes').where(amongValues('auditoria_id', ids)).execute();
  await trx.deleteFrom('auditoria').where(amongValues('id', ids)).execute();
  return ids.length;
}
