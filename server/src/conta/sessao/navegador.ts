/**
 * The cookie of a browser that signed in to an account before. It opens nothing: it gives that
 * browser its own count of failures, so that a stranger's guesses do not lock the owner out. It
 * ends with the password: a person who knew an old password gets no extra guesses.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { nowMs } from '../../platform/clock.ts';
import { sign } from '../../platform/secret.ts';
import { cookieLine, cookieValue } from '../cookies.ts';

const DIAS = 90;
const FINALIDADE = 'navegador';

/** Accounts that a browser is remembered for: all the cookies travel with each sign-in. */
const CONTAS_MAXIMO = 20;

const CAMINHO = '/api/auth';
const NOME = 'unipark.navegador.';
const cookieNameOf = (email: string): string =>
  `${NOME}${createHash('sha256').update(email).digest('hex').slice(0, 12)}`;

/** The signed text: it changes with the password, also when there is none. */
const signedText = (email: string, id: string, fim: string | number, hash: string | null): string =>
  `${email}.${id}.${fim}.${createHash('sha256')
    .update(hash ?? '')
    .digest('base64url')}`;

const areEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

interface PasswordAccount {
  email: string;
  hash: string | null;
}

/** The browser's id for this account, or '' when it never signed in to it. */
export function findNavegador(
  segredo: string,
  { email, hash }: PasswordAccount,
  cookie = '',
): string {
  const [id = '', fim = '', assinatura = ''] = cookieValue(cookie, cookieNameOf(email)).split('.');
  if (!(Number(fim) > nowMs())) return '';
  return areEqual(assinatura, sign(segredo, FINALIDADE, signedText(email, id, fim, hash)))
    ? id
    : '';
}

/** Ends the oldest cookies of a browser that many people sign in with. */
export function dropSurplus(cookie: string | null, seguro: boolean): string[] {
  const lembradas = (cookie ?? '')
    .split(';')
    .map((parte) => parte.trim().split('='))
    .filter(([nome = '']) => nome.startsWith(NOME))
    .map(([nome = '', valor = '']) => ({ nome, fim: Number(valor.split('.')[1]) || 0 }));
  return (
    lembradas
      .sort((uma, outra) => outra.fim - uma.fim)
      // One more is for the account that signs in.
      .slice(CONTAS_MAXIMO - 1)
      .map(({ nome }) => cookieLine(nome, '', { segundos: 0, caminho: CAMINHO, seguro }))
  );
}

export function navegadorCookie(
  segredo: string,
  { email, hash }: PasswordAccount,
  seguro: boolean,
): string {
  const id = randomBytes(12).toString('base64url');
  const fim = nowMs() + DIAS * 86_400_000;
  const valor = `${id}.${fim}.${sign(segredo, FINALIDADE, signedText(email, id, fim, hash))}`;
  const segundos = DIAS * 86_400;
  return cookieLine(cookieNameOf(email), valor, { segundos, caminho: CAMINHO, seguro });
}
