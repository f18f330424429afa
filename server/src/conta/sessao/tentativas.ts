/**
 * Guessing is slowed, nobody is locked out. Counters live in the database, so they survive a
 * restart: failures of an account (5 free, then 1, 2, 4 … s up to 15 min), failures of an address
 * (30 a minute), calls of an address where each call costs something.
 */
import { createHash } from 'node:crypto';
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network.ts';
import { findTentativas, removeTentativas, removeTentativasOf, saveTentativas } from '../repo.ts';

const MINUTO = 60_000;
const HORA = 60 * MINUTO;

const LIVRES = 5;
const ESPERA_MAXIMA = 15 * MINUTO;

/** An account's failures are forgotten after a day without one. */
const MEMORIA = 24 * HORA;

const FALHAS_POR_ENDERECO = 30;

/** The counter of an account; hashed, since what people type there need not be an e-mail. */
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
 * `ip` null: a browser that is known, with a count of its own. What strangers behind the same
 * address do (a campus has one) does not keep it out.
 * @throws 429 while the account or the address has to wait
 */
export async function checkThrottle(db: Banco, conta: string, ip: string | null): Promise<void> {
  const agora = Date.now();
  const daConta = await findTentativas(db, conta);
  if (daConta && daConta.ate > agora) throw tooMany(daConta.ate, agora);
  if (ip === null) return;
  const doEndereco = await findTentativas(db, addressKey(ip));
  if (doEndereco && doEndereco.ate > agora && doEndereco.total >= FALHAS_POR_ENDERECO) {
    throw tooMany(doEndereco.ate, agora);
  }
}

/** Counts a failed sign-in against the account and against the address. */
export async function countFailure(trx: Transacao, conta: string, ip: string): Promise<void> {
  const agora = Date.now();
  const antes = await findTentativas(trx, conta);
  const total = antes && antes.ate > agora - MEMORIA ? antes.total + 1 : 1;
  const espera = total < LIVRES ? 0 : Math.min(1_000 * 2 ** (total - LIVRES), ESPERA_MAXIMA);
  await saveTentativas(trx, conta, { total, ate: agora + espera });
  await countInWindow(trx, addressKey(ip), MINUTO, agora);
}

/** A successful sign-in starts the account anew. */
export const forgetFailures = removeTentativas;

/** Forgets every failure of an account, in whichever browser: its password is another one now. */
export const forgetAccount = (trx: Transacao, email: string): Promise<void> =>
  removeTentativasOf(trx, contaKey(email));

async function countInWindow(trx: Transacao, chave: string, janela: number, agora: number) {
  const antes = await findTentativas(trx, chave);
  const aberta = antes && antes.ate > agora;
  const contagem = aberta
    ? { total: antes.total + 1, ate: antes.ate }
    : { total: 1, ate: agora + janela };
  await saveTentativas(trx, chave, contagem);
}

/** Counts a call of an address. @throws 429 beyond `maximo` in the window, without counting */
export async function countCall(
  trx: Transacao,
  nome: string,
  ip: string,
  maximo: number,
  janela: number,
): Promise<void> {
  const agora = Date.now();
  const chave = `${nome}:${networkOf(ip)}`;
  const antes = await findTentativas(trx, chave);
  if (antes && antes.ate > agora && antes.total >= maximo) throw tooMany(antes.ate, agora);
  await countInWindow(trx, chave, janela, agora);
}

/**
 * The mailbox behind an address: what follows a `+` is a label that most servers deliver alike, so
 * a hundred labels are not a hundred people.
 */
const mailboxOf = (email: string): string => email.replace(/\+[^@]*(?=@)/, '');

/**
 * Counts something that is written to an address, and says whether it is still within `maximo` of
 * the window: whoever asks too often hears nothing of it, and nobody is written to.
 */
export async function countLetter(
  trx: Transacao,
  nome: string,
  email: string,
  maximo: number,
  janela: number,
): Promise<boolean> {
  const agora = Date.now();
  const chave = `${nome}:${createHash('sha256').update(mailboxOf(email)).digest('base64url')}`;
  const antes = await findTentativas(trx, chave);
  await countInWindow(trx, chave, janela, agora);
  return !antes || antes.ate <= agora || antes.total < maximo;
}

/** What an account's owner is told in an hour of what was done to it: more of it is a nuisance. */
const AVISOS_POR_HORA = 10;

/** Counts a notice to an account's owner: the address need not be of whoever does these things. */
export const countNotice = (trx: Transacao, email: string): Promise<boolean> =>
  countLetter(trx, 'aviso-conta', email, AVISOS_POR_HORA, HORA);

export const WINDOWS = { minuto: MINUTO, hora: HORA };
