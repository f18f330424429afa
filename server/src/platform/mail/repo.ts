import type { EstadoCorreio } from '@unipark/contract/usuario';
import { nowDate, nowIso, nowMs } from '../clock.ts';
import type { Banco, Transacao } from '../db/banco.ts';
import type { TabelaCorreio } from '../db/tabelasConta.ts';
import type { MailMessage } from './mensagem.ts';

const SEMANA_MS = 7 * 86_400_000;

export type PendingMail = Pick<
  TabelaCorreio,
  'para' | 'responder_a' | 'assunto' | 'texto' | 'criado_em' | 'expira_em'
> & { id: number; tentativas: number };

/** Adds a message to the outbox, due at once. */
export async function createPendente(trx: Transacao, mensagem: MailMessage): Promise<void> {
  const agora = nowDate();
  const { para, responderA, proprietario, assunto, texto, expiraEm } = mensagem;
  await trx
    .insertInto('correio')
    .values({
      para,
      assunto,
      texto,
      responder_a: responderA ?? null,
      proprietario_matricula: proprietario ?? null,
      criado_em: agora.toISOString(),
      tentar_em: agora.toISOString(),
      expira_em: (expiraEm ?? new Date(agora.getTime() + SEMANA_MS)).toISOString(),
      enviado_em: null,
      ultimo_erro: null,
      ultimo_erro_em: null,
    })
    .execute();
}

/** The longest delay of a message: a longer one comes from a wrong clock. */
const ADIADA_MS = 12 * 3_600_000;

/** The message that is due for longest. */
export function findDue(db: Banco): Promise<PendingMail | undefined> {
  const agora = nowIso();
  const longe = new Date(nowMs() + ADIADA_MS + 60_000).toISOString();
  return db
    .selectFrom('correio')
    .select(['id', 'para', 'responder_a', 'assunto', 'texto', 'tentativas'])
    .select(['criado_em', 'expira_em'])
    .where((eb) => eb.or([eb('tentar_em', '<=', agora), eb('tentar_em', '>', longe)]))
    .where('expira_em', '>', agora)
    .orderBy('tentar_em')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Gives up expired messages, and answers how many there were. */
export async function giveUpExpired(db: Banco): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('correio')
    .set({ tentar_em: null, texto: '' })
    .where('tentar_em', 'is not', null)
    .where('expira_em', '<=', nowIso())
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** When the next message is due; undefined when none waits. */
export async function findNextDue(db: Banco): Promise<string | undefined> {
  const proximo = await db
    .selectFrom('correio')
    .select('tentar_em')
    .where('tentar_em', 'is not', null)
    .orderBy('tentar_em')
    .limit(1)
    .executeTakeFirst();
  return proximo?.tentar_em ?? undefined;
}

/** Sent: removes its text, which may contain a link. */
export async function markSent(trx: Transacao, id: number): Promise<void> {
  const enviado_em = nowIso();
  await trx
    .updateTable('correio')
    .set({ enviado_em, tentar_em: null, texto: '' })
    .where('id', '=', id)
    .execute();
}

/** Failed: due again at `tentar_em`, or given up (null). */
export async function markFailed(
  trx: Transacao,
  id: number,
  { erro, tentar_em }: { erro: string; tentar_em: string | null },
): Promise<void> {
  await trx
    .updateTable('correio')
    .set((eb) => ({
      tentativas: eb('tentativas', '+', 1),
      ultimo_erro: erro,
      ultimo_erro_em: nowIso(),
      tentar_em,
      ...(tentar_em === null && { texto: '' }),
    }))
    .where('id', '=', id)
    .execute();
}

/** The state of the outbox. */
export async function readEstado(db: Banco): Promise<Omit<EstadoCorreio, 'configurado'>> {
  const conta = db.fn.countAll<number>();
  const { pendentes } = await db
    .selectFrom('correio')
    .select(conta.as('pendentes'))
    .where('tentar_em', 'is not', null)
    .executeTakeFirstOrThrow();
  const desde = new Date(nowMs() - SEMANA_MS).toISOString();
  const { desistidos } = await db
    .selectFrom('correio')
    .select(conta.as('desistidos'))
    .where('tentar_em', 'is', null)
    .where('enviado_em', 'is', null)
    .where('criado_em', '>', desde)
    .executeTakeFirstOrThrow();
  const ultimo = await db
    .selectFrom('correio')
    .select('enviado_em')
    .where('enviado_em', 'is not', null)
    .orderBy('enviado_em', 'desc')
    .limit(1)
    .executeTakeFirst();
  const falha = await db
    .selectFrom('correio')
    .select(['ultimo_erro', 'ultimo_erro_em'])
    .where('ultimo_erro', 'is not', null)
    .orderBy('ultimo_erro_em', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    pendentes: Number(pendentes),
    desistidos: Number(desistidos),
    ultimoEnvioEm: ultimo?.enviado_em ?? null,
    ultimoErro: falha?.ultimo_erro ?? null,
    ultimoErroEm: falha?.ultimo_erro_em ?? null,
  };
}

/**
 * Removes messages sent or given up more than thirty days ago; and those that wait too long, also
 * without a sender.
 */
export async function pruneCorreio(db: Banco): Promise<void> {
  await giveUpExpired(db);
  const antes = new Date(nowMs() - 30 * 86_400_000).toISOString();
  await db
    .deleteFrom('correio')
    .where('tentar_em', 'is', null)
    .where('criado_em', '<', antes)
    .execute();
}
