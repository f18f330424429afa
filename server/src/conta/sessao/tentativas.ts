/**
 * Guesses are slowed, but never locked out. Counters are in the database, so they survive a
 * restart: failures of an account (5 free, then 1, 2, 4 … s up to 15 min), failures of an address
 * (30 a minute), calls of an address when each call is expensive.
 */
import { createHash } from 'node:crypto';
import { nowMs } from '../../platform/clock.ts';
import {
  type Banco,
  inEssential,
  type Queryable,
  type Transacao,
} from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { findTentativas, removeTentativas, removeTentativasOf, saveTentativas } from '../repo.ts';

const MINUTO = 60_000;
const HORA = 60 * MINUTO;

const LIVRES = 5;
const ESPERA_MAXIMA = 15 * MINUTO;

/** An account's failures are forgotten after a day without one. */
const MEMORIA = 24 * HORA;

const FALHAS_POR_ENDERECO = 30;

/** The counter of an account; hashed, because people may type something other than an e-mail. */
export const contaKey = (email: string, navegador = ''): string =>
  `conta:${createHash('sha256').update(email).digest('base64url')}:${navegador}`;

const addressKey = (ip: string): string => `falhas:${networkOf(ip)}`;

function tooMany(ate: number, agora: number): Problem {
  const segundos = Math.max(1, Math.ceil((ate - agora) / 1_000));
  return new Problem(429, 'muitas-tentativas', `Muitas tentativas. Tente em ${segundos} s.`, {
    headers: { 'Retry-After': String(segundos) },
  });
}

/**
 * The end of a counter's wait or window, when it is in the future. An end later than the maximum
 * comes from a clock that was ahead, and is ignored.
 */
const waitsUntil = (
  contagem: { ate: number } | undefined,
  agora: number,
  maximo: number,
): number | undefined =>
  contagem && contagem.ate > agora && contagem.ate <= agora + maximo ? contagem.ate : undefined;

/**
 * `ip` null: a known browser, with its own count. Strangers behind the same address (a campus has
 * one) do not stop it.
 * @throws 429 while the account or the address has to wait
 */
export async function checkThrottle(db: Banco, conta: string, ip: string | null): Promise<void> {
  const agora = nowMs();
  const daConta = await findTentativas(db, conta);
  const ate = waitsUntil(daConta, agora, ESPERA_MAXIMA);
  if (ate !== undefined) throw tooMany(ate, agora);
  if (ip === null) return;
  const doEndereco = await findTentativas(db, addressKey(ip));
  const fim = waitsUntil(doEndereco, agora, MINUTO);
  if (fim !== undefined && (doEndereco?.total ?? 0) >= FALHAS_POR_ENDERECO) {
    throw tooMany(fim, agora);
  }
}

/** Counts a failed sign-in against the account and against the address. */
export async function countFailure(trx: Transacao, conta: string, ip: string): Promise<void> {
  const agora = nowMs();
  const antes = await findTentativas(trx, conta);
  const total = antes && antes.ate > agora - MEMORIA ? antes.total + 1 : 1;
  const espera = total < LIVRES ? 0 : Math.min(1_000 * 2 ** (total - LIVRES), ESPERA_MAXIMA);
  await saveTentativas(trx, conta, { total, ate: agora + espera });
  await countInWindow(trx, addressKey(ip), MINUTO, agora);
}

/** Forgets the failures of an account in one browser, after a sign-in. */
export const forgetFailures = removeTentativas;

/** Forgets every failure of an account, in all browsers: its password changed. */
export const forgetAccount = (trx: Transacao, email: string): Promise<void> =>
  removeTentativasOf(trx, contaKey(email));

async function countInWindow(trx: Transacao, chave: string, janela: number, agora: number) {
  const antes = await findTentativas(trx, chave);
  const ate = waitsUntil(antes, agora, janela);
  const contagem =
    antes && ate !== undefined
      ? { total: antes.total + 1, ate }
      : { total: 1, ate: agora + janela };
  await saveTentativas(trx, chave, contagem);
}

/** A name for the calls, the caller's address, how many in the window (ms). */
type CallLimit = readonly [nome: string, ip: string, maximo: number, janela: number];

const callKey = ([nome, ip]: CallLimit): string => `${nome}:${networkOf(ip)}`;

/**
 * Refuses the calls of an address beyond its limit. Before a transaction: writers wait for each
 * other, so refused calls must not be among them. @throws 429
 */
export async function checkCalls(db: Queryable, limite: CallLimit): Promise<void> {
  const [, , maximo, janela] = limite;
  const agora = nowMs();
  const antes = await findTentativas(db, callKey(limite));
  const ate = waitsUntil(antes, agora, janela);
  if (antes && ate !== undefined && antes.total >= maximo) throw tooMany(ate, agora);
}

/** Counts a call of an address within `trx`. @throws 429 beyond its limit, without counting */
export async function countCall(trx: Transacao, limite: CallLimit): Promise<void> {
  await checkCalls(trx, limite);
  await countInWindow(trx, callKey(limite), limite[3], nowMs());
}

/** Counts a call of an address in a transaction of its own. @throws 429 as `checkCalls` */
export async function countFirst(db: Banco, limite: CallLimit): Promise<void> {
  await checkCalls(db, limite);
  await inEssential(db, (trx) => countCall(trx, limite));
}

/** Most servers ignore the text after a `+`: a hundred labels are one mailbox. */
const mailboxOf = (email: string): string => email.replace(/\+[^@]*(?=@)/, '');

const letterKey = (nome: string, email: string): string =>
  `${nome}:${createHash('sha256').update(mailboxOf(email)).digest('base64url')}`;

/**
 * Counts a letter to an address, and answers whether it is within `maximo` of the window. Above it
 * no letter is sent, and the caller does not learn it.
 */
export async function countLetter(
  trx: Transacao,
  nome: string,
  email: string,
  maximo: number,
  janela: number,
): Promise<boolean> {
  const agora = nowMs();
  const chave = letterKey(nome, email);
  const antes = await findTentativas(trx, chave);
  await countInWindow(trx, chave, janela, agora);
  return !antes || waitsUntil(antes, agora, janela) === undefined || antes.total < maximo;
}

/** Whether letters beyond `maximo` were not sent in a window that is over. */
export async function wereLettersHeld(
  db: Queryable,
  nome: string,
  email: string,
  maximo: number,
): Promise<boolean> {
  const contagem = await findTentativas(db, letterKey(nome, email));
  return contagem !== undefined && contagem.total > maximo && contagem.ate <= nowMs();
}

/** Notices an hour to the owner of an account: more would be a nuisance. */
const AVISOS_POR_HORA = 10;

/** The address may belong to another person than the one who acts. */
export const countNotice = (trx: Transacao, email: string): Promise<boolean> =>
  countLetter(trx, 'aviso-conta', email, AVISOS_POR_HORA, HORA);

export const WINDOWS = { minuto: MINUTO, hora: HORA };
