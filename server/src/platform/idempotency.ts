/** Idempotency-Key on creating POSTs: the same request twice is one record and one answer. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Banco, inTransaction, type Transacao } from './db/banco.ts';
import { Problem } from './errors.ts';
import { contaOf } from './guard.ts';

/** Days an answer is kept. */
const DIAS = 7;

const emCurso = new Set<string>();

interface Resposta {
  status: number;
  corpo: unknown;
}

function readKey(request: FastifyRequest): string | undefined {
  const chave = request.headers['idempotency-key'];
  if (chave === undefined) return undefined;
  if (typeof chave === 'string' && /^[\x21-\x7e]{1,128}$/.test(chave)) return chave;
  throw new Problem(400, 'chave-invalida', 'Idempotency-Key: de 1 a 128 caracteres visíveis.');
}

/**
 * Runs `create` in one transaction and answers with what it returns. With a key, the answer is kept
 * beside the record: same body → the first answer; other body → 422; still running → 409.
 */
export async function createOnce(
  db: Banco,
  request: FastifyRequest,
  reply: FastifyReply,
  create: (trx: Transacao) => Promise<Resposta>,
): Promise<unknown> {
  const chave = readKey(request);
  if (chave === undefined) {
    const { status, corpo } = await inTransaction(db, create);
    reply.code(status);
    return corpo;
  }
  const rota = `${request.method} ${request.routeOptions.url}`;
  const autor = contaOf(request).id;
  const corpo_hash = createHash('sha256').update(JSON.stringify(request.body)).digest('hex');
  const nome = `${autor} ${rota} ${chave}`;
  if (emCurso.has(nome)) {
    throw new Problem(409, 'em-andamento', 'Este envio ainda está em andamento.', {
      headers: { 'Retry-After': '1' },
    });
  }
  emCurso.add(nome);
  try {
    return await inTransaction(db, async (trx) => {
      const anterior = await trx
        .selectFrom('idempotencia')
        .selectAll()
        .where('autor', '=', autor)
        .where('rota', '=', rota)
        .where('chave', '=', chave)
        .executeTakeFirst();
      if (anterior && anterior.corpo_hash !== corpo_hash) {
        throw new Problem(
          422,
          'chave-reutilizada',
          'Esta Idempotency-Key já serviu a outro conteúdo.',
        );
      }
      if (anterior) {
        reply.code(anterior.status);
        return JSON.parse(anterior.resposta) as unknown;
      }
      const { status, corpo } = await create(trx);
      const criado_em = new Date().toISOString();
      await trx
        .insertInto('idempotencia')
        .values({
          autor,
          rota,
          chave,
          corpo_hash,
          status,
          resposta: JSON.stringify(corpo),
          criado_em,
        })
        .execute();
      reply.code(status);
      return corpo;
    });
  } finally {
    emCurso.delete(nome);
  }
}

/** Forgets answers older than seven days. */
export async function pruneAnswers(db: Banco): Promise<void> {
  const limite = new Date(Date.now() - DIAS * 86_400_000).toISOString();
  await db.deleteFrom('idempotencia').where('criado_em', '<', limite).execute();
}
