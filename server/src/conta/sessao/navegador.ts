/**
 * The cookie of a browser that signed in to an account before. It opens nothing: it only gives
 * that browser its own count of failures, so a stranger's guesses do not keep the owner out. It ends
 * with the password it was given for: whoever knew an old one has no counts of their own to spend.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sign } from '../../platform/secret.ts';
import { cookieLine, cookieValue } from '../cookies.ts';

const DIAS = 90;
const FINALIDADE = 'navegador';

const nomeDo = (email: string): string =>
  `unipark.navegador.${createHash('sha256').update(email).digest('hex').slice(0, 12)}`;

/** What is signed: another password makes another text, and so does none. */
const textoDe = (email: string, id: string, fim: string | number, hash: string | null): string =>
  `${email}.${id}.${fim}.${createHash('sha256')
    .update(hash ?? '')
    .digest('base64url')}`;

const iguais = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** An account, and the password it has now. */
interface Conta {
  email: string;
  hash: string | null;
}

/** The browser's own name for this account, or '' when it never signed in to it. */
export function findNavegador(segredo: string, { email, hash }: Conta, cookie = ''): string {
  const [id = '', fim = '', assinatura = ''] = cookieValue(cookie, nomeDo(email)).split('.');
  if (!(Number(fim) > Date.now())) return '';
  return iguais(assinatura, sign(segredo, FINALIDADE, textoDe(email, id, fim, hash))) ? id : '';
}

/** The cookie to give a browser that has just signed in. */
export function navegadorCookie(segredo: string, { email, hash }: Conta, seguro: boolean): string {
  const id = randomBytes(12).toString('base64url');
  const fim = Date.now() + DIAS * 86_400_000;
  const valor = `${id}.${fim}.${sign(segredo, FINALIDADE, textoDe(email, id, fim, hash))}`;
  const segundos = DIAS * 86_400;
  return cookieLine(nomeDo(email), valor, { segundos, caminho: '/api/auth', seguro });
}
