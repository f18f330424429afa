/** Idempotency-Key on creating POSTs: a repeated request is one record and one answer. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nowIso, nowMs } from '../clock.ts';
import { type Banco, inTransaction, type Transacao } from '../db/banco.ts';
import { inSlices } from '../db/slices.ts';
import { Problem } from '../errors.ts';
import { getConta } from './guard.ts';
import { etag } from './lists.ts';

/** Days an answer is kept. */
const DIAS = 7;

const emCurso = new Set<string>();

interface KeptAnswer<T> {
  status: number;
  corpo: T;
}

/** The sender, when it is not an account, and the bytes that identify a request. */
interface RequestSender {
  autor?: string;
  corpo?: () => string | Uint8Array;
}

/** The request's key, if it has one. @throws {Problem} 400 for an invalid key */
export function readKey(request: FastifyRequest): string | undefined {
  const chave = request.headers['idempotency-key'];
  if (chave === undefined) return undefined;
  if (typeof chave === 'string' && /^[\x21-\x7e]{1,128}$/.test(chave)) return chave;
  throw new Problem(400, 'chave-invalida', 'Idempotency-Key: de 1 a 128 caracteres visíveis.');
}

/**
 * Runs `create` in one transaction and answers its result. With a key, the answer is stored beside
 * the record: same body → the first answer; other body → 422; still running → 409. The version
 * of a record that has one is sent as its ETag.
 */
export async function createOnce<T extends object | undefined>(
  db: Banco,
  request: FastifyRequest,
  reply: FastifyReply,
  create: (trx: Transacao) => Promise<KeptAnswer<T>>,
  { autor, corpo = () => JSON.stringify(request.body) }: RequestSender = {},
): Promise<T> {
  const answer = ({ status, corpo }: KeptAnswer<T>): T => {
    reply.code(status);
    if (corpo && 'versao' in corpo) reply.header('ETag', etag(Number(corpo.versao)));
    return corpo;
  };
  const chave = readKey(request);
  if (chave === undefined) return answer(await inTransaction(db, create));
  const rota = `${request.method} ${request.routeOptions.url}`;
  const quem = autor ?? getConta(request).id;
  const corpo_hash = createHash('sha256').update(corpo()).digest('hex');
  const nome = `${quem} ${rota} ${chave}`;
  if (emCurso.has(nome)) {
    throw new Problem(409, 'em-andamento', 'Este envio ainda está em andamento.', {
      headers: { 'Retry-After': '1' },
    });
  }
  emCurso.add(nome);
  try {
    const resposta = await inTransaction(db, async (trx): Promise<KeptAnswer<T>> => {
      const anterior = await trx
        .selectFrom('idempotencia')
        .selectAll()
        .where('autor', '=', quem)
        .where('rota', '=', rota)
        .where('chave', '=', chave)
        .executeTakeFirst();
      if (anterior && anterior.corpo_hash !== corpo_hash) {
        throw new Problem(
          422,
          'chave-reutilizada',
          'Esta Idempotency-Key já foi usada com outro conteúdo.',
        );
      }
      if (anterior) return { status: anterior.status, corpo: JSON.parse(anterior.resposta) };
      const { status, corpo } = await create(trx);
      const criado_em = nowIso();
      await trx
        .insertInto('idempotencia')
        .values({
          autor: quem,
          rota,
          chave,
          corpo_hash,
          status,
          resposta: JSON.stringify(corpo),
          criado_em,
        })
        .execute();
      return { status, corpo };
    });
    return answer(resposta);
  } finally {
    emCurso.delete(nome);
  }
}

/** Removes answers older than seven days. */
export async function pruneAnswers(db: Banco): Promise<void> {
  const limite = new Date(nowMs() - DIAS * 86_400_000).toISOString();
  await inSlices(async (lote) => {
    const { numDeletedRows } = await db
      .deleteFrom('idempotencia')
      .where((eb) =>
        eb(
          eb.refTuple('autor', 'rota', 'chave'),
          'in',
          eb
            .selectFrom('idempotencia as velhas')
            .select(['autor', 'rota', 'chave'])
            .where('criado_em', '<', limite)
            .limit(lote)
            .$asTuple('autor', 'rota', 'chave'),
        ),
      )
      .executeTakeFirstOrThrow();
    return numDeletedRows;
  });
}
