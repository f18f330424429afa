/**
 * An edition while one process fills it. Every write asks first whether it is still ours: who slept
 * too long and was replaced, or was told to pause, changes nothing more.
 */
import { randomUUID } from 'node:crypto';
import { type Banco, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import { conflict } from '../../platform/errors.ts';
import {
  begin,
  discard,
  type Edicao,
  findAtiva,
  findMontando,
  isViva,
  SILENCIO_MS,
} from '../edicoesRepo.ts';
import { keep, release, take } from '../posseRepo.ts';
import { isRecent } from '../recente.ts';

/** A sign of life comes this often, whatever a provider is doing. */
const SINAL_MS = SILENCIO_MS / 6;

/** An import that was cut short is left to whoever began it for this long. */
const IMPORTACAO_MS = 3_600_000;

const emAndamento = () => conflict('em-andamento', 'Já há uma atualização em andamento.');

/** The edition is somebody else's now, or nobody's. */
export class PossePerdida extends Error {}

export interface Posse {
  readonly edicao: Edicao;
  /** Aborts when the edition is lost. */
  readonly sinal: AbortSignal;
  /** A transaction on what is still ours. @throws {PossePerdida} */
  write<T>(work: (trx: Transacao) => Promise<T>): Promise<T>;
  /** Lets it go: whoever comes next need not wait. */
  release(): Promise<void>;
}

/** Holds an edition that `take` made ours. */
export function hold(db: Banco, edicao: Edicao, dono: string): Posse {
  const perda = new AbortController();
  async function write<T>(work: (trx: Transacao) => Promise<T>): Promise<T> {
    return inTransaction(db, async (trx) => {
      if (!(await keep(trx, edicao, dono))) {
        perda.abort(new PossePerdida());
        throw new PossePerdida();
      }
      return work(trx);
    });
  }
  // A busy database is asked again at the next beat.
  const batida = setInterval(() => void write(async () => {}).catch(() => {}), SINAL_MS);
  batida.unref();
  return {
    edicao,
    sinal: perda.signal,
    write,
    async release() {
      clearInterval(batida);
      await inTransaction(db, (trx) => release(trx, edicao.id, dono));
    },
  };
}

/** Whether years are being put into the edition in use. */
const isFilling = (ativa: Edicao | undefined): boolean =>
  ativa !== undefined && ativa.dono !== null && isViva(ativa);

async function own(trx: Transacao, edicao: Edicao): Promise<{ edicao: Edicao; dono: string }> {
  const dono = randomUUID();
  if (!(await take(trx, edicao, dono))) throw emAndamento();
  return { edicao, dono };
}

/** What lies there from before: a refresh to go on with, or nothing once an import is given up. */
async function resumable(trx: Transacao): Promise<Edicao | undefined> {
  const montando = await findMontando(trx);
  if (!montando) return undefined;
  if (montando.origem !== 'arquivo') {
    if (isViva(montando)) throw emAndamento();
    return montando;
  }
  if (isViva(montando)) {
    throw conflict(
      'em-andamento',
      'Há uma importação de arquivo em andamento. Espere que termine.',
    );
  }
  if (isRecent(montando.viva_em, IMPORTACAO_MS)) {
    throw conflict(
      'importacao-interrompida',
      'Uma importação foi interrompida há pouco. Termine-a, ou tente de novo em uma hora.',
    );
  }
  await discard(trx, montando.id);
  return undefined;
}

/** Makes the edition aside ours: the one that lies there unfinished, or a new one. @throws 409 */
export async function claimMontando(trx: Transacao) {
  if (isFilling(await findAtiva(trx))) throw emAndamento();
  const edicao = (await resumable(trx)) ?? (await begin(trx, { origem: 'atualizacao' }));
  return own(trx, edicao);
}

/** Makes the edition in use ours, to put years into it. @throws 409 */
export async function claimAtiva(trx: Transacao) {
  const [ativa, montando] = [await findAtiva(trx), await findMontando(trx)];
  if (!ativa || isFilling(ativa) || (montando && isViva(montando))) throw emAndamento();
  return own(trx, ativa);
}

/** Gives what we made so far up and begins anew, for good only once the transaction is. */
export async function restart(trx: Transacao, edicao: Edicao, referencia: string) {
  await discard(trx, edicao.id);
  return own(trx, await begin(trx, { origem: 'atualizacao', referencia }));
}
