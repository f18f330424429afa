/** Links that work once: mailed, printed at start, or handed over. Only their hashes are kept. */
import { createHash, randomBytes } from 'node:crypto';
import { TEXTOS_CONTA } from '@unipark/contract/conta';
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import { createLinkRow, findLink, removeLink, removeLinksOf } from './linksRepo.ts';

export type TipoLink = 'recuperar' | 'confirmar' | 'primeira-conta';

const MINUTO = 60_000;

/** How long each is good for, in milliseconds. */
export const VALIDADE: Record<TipoLink, number> = {
  recuperar: 30 * MINUTO,
  confirmar: 30 * MINUTO,
  'primeira-conta': 60 * MINUTO,
};

/** A token nobody guesses: 256 bits, for an address behind `#`. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is kept of a token. It has 256 bits of its own: no salt, no slow hash is needed. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/** 400: used, too old, or never ours; which of them is nobody's business. */
export const linkInvalid = (): Problem =>
  new Problem(400, 'link-invalido', TEXTOS_CONTA.linkInvalido);

/** A new link; the ones of this kind before it, for the same account, stop working. */
export async function createLink(
  trx: Transacao,
  tipo: TipoLink,
  conta: string | null,
): Promise<string> {
  const token = newToken();
  await removeLinksOf(trx, tipo, conta);
  const expira_em = new Date(Date.now() + VALIDADE[tipo]).toISOString();
  await createLinkRow(trx, { hash: hashToken(token), tipo, conta, expira_em });
  return token;
}

/** The link's account (null: of nobody), without using it up. @throws 400 when it is not good */
export async function readLink(
  db: Banco | Transacao,
  tipo: TipoLink,
  token: string,
): Promise<{ conta: string | null }> {
  const link = await findLink(db, tipo, hashToken(token));
  if (!link || Date.parse(link.expira_em) <= Date.now()) throw linkInvalid();
  return { conta: link.conta };
}

/** Uses the link up, within `trx`: of two at once one wins. @throws 400 when it is not good */
export async function takeLink(
  trx: Transacao,
  tipo: TipoLink,
  token: string,
): Promise<{ conta: string | null }> {
  const link = await readLink(trx, tipo, token);
  if (!(await removeLink(trx, hashToken(token)))) throw linkInvalid();
  return link;
}
