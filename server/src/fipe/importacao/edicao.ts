/** The edition that an import fills: begun or gone on with, held by one process, given up whole. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Banco, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import { isBusy } from '../../platform/db/errors.ts';
import { conflict } from '../../platform/errors.ts';
import { begin, discard, findMontando, isViva } from '../edicoesRepo.ts';
import { keep, type Passo, release, take } from '../posseRepo.ts';

const emAndamento = () =>
  conflict(
    'em-andamento',
    'Já há uma atualização em andamento. Espere que termine; se ela caiu, repita em um minuto.',
  );

const PACIENCIA_MS = 60_000;
/** The server tries for the lock every 25 ms: it finds it free at least once after each step. */
const PAUSA_MS = 30;

/** A transaction that waits for a busy server: the people in front of it go first. */
export async function patiently<T>(db: Banco, work: (trx: Transacao) => Promise<T>): Promise<T> {
  const prazo = Date.now() + PACIENCIA_MS;
  for (;;) {
    try {
      const feito = await inTransaction(db, work);
      await sleep(PAUSA_MS);
      return feito;
    } catch (error) {
      if (!isBusy(error) || Date.now() > prazo) throw error;
    }
  }
}

/** An edition in the making, and how far it was when this process took it. */
export interface EmMontagem {
  id: number;
  feitos: number;
  /** Another's unfinished work was given up for it. */
  substituiu: boolean;
  /** One transaction: how far it is, and the work itself. */
  step(passo: Passo, work?: (trx: Transacao) => Promise<void>): Promise<void>;
  /** Says that somebody is at it. */
  touch(): Promise<void>;
  discard(): Promise<void>;
  release(): Promise<void>;
}

/** Takes the place of whoever makes an edition. @throws while somebody does */
export async function takeEdicao(db: Banco, hash: string): Promise<EmMontagem> {
  const dono = randomUUID();
  const { id, feitos, substituiu } = await patiently(db, async (trx) => {
    const parada = await findMontando(trx);
    if (parada && (isViva(parada) || !(await take(trx, parada, dono)))) throw emAndamento();
    if (parada?.arquivo_hash === hash) return { ...parada, substituiu: false };
    if (parada) await discard(trx, parada.id);
    const nova = await begin(trx, { origem: 'arquivo', arquivo_hash: hash });
    await take(trx, nova, dono);
    return { ...nova, substituiu: parada !== undefined };
  });
  const minha = { id, situacao: 'montando' } as const;
  return {
    id,
    feitos,
    substituiu,
    step: (passo, work) =>
      patiently(db, async (trx) => {
        if (!(await keep(trx, minha, dono, passo))) throw emAndamento();
        await work?.(trx);
      }),
    async touch() {
      await patiently(db, (trx) => keep(trx, minha, dono));
    },
    discard: () =>
      patiently(db, async (trx) => {
        if (await keep(trx, minha, dono)) await discard(trx, id);
      }),
    release: () => patiently(db, (trx) => release(trx, id, dono)),
  };
}
