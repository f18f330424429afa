/**
 * The audit trail: one row a change, chained by hash, in the change's own transaction. hash =
 * SHA-256(previous hash ‖ entry ‖ SHA-256(salt ‖ detail)): personal data is only in the detail,
 * which can be erased without breaking the chain.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { linkHash, sha256 } from './chain.ts';
import type { Transacao } from './db/banco.ts';

/** The account, its address and the request of an act. */
export interface Autor {
  id: string | null;
  endereco: string | null;
  pedido: string | null;
}

export interface AuditEntry {
  /** The act: 'criar', 'editar', 'excluir', 'entrar', … */
  acao: string;
  entidade: string;
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

/** Writes the row. Call it in the transaction of its change. */
export async function audit(trx: Transacao, autor: Autor, ato: AuditEntry): Promise<void> {
  const detalhe = ato.detalhe === undefined ? undefined : JSON.stringify(ato.detalhe);
  const sal = detalhe === undefined ? undefined : randomBytes(16).toString('hex');
  const entrada = {
    quando: new Date().toISOString(),
    quem: autor.id,
    endereco: autor.endereco,
    pedido: autor.pedido,
    acao: ato.acao,
    entidade: ato.entidade,
    chave: ato.chave,
    motivo: ato.motivo ?? null,
    detalhe_hash: detalhe === undefined ? null : sha256(`${sal}${detalhe}`),
  };
  const { hash: anterior } = await trx
    .selectFrom('auditoria_cabeca')
    .select('hash')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const hash = linkHash(anterior, entrada);
  const { id } = await trx
    .insertInto('auditoria')
    .values({ ...entrada, hash })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (detalhe !== undefined && sal !== undefined) {
    await trx.insertInto('auditoria_detalhes').values({ auditoria_id: id, sal, detalhe }).execute();
  }
  await trx.updateTable('auditoria_cabeca').set({ hash }).where('id', '=', 1).execute();
}
