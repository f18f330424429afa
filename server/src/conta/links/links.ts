/** Single-use links: mailed, printed at start, or handed over. Only their hashes are stored. */
import { createHash } from 'node:crypto';
import { TEXTOS_CONTA } from '@unipark/contract/conta';
import { nowMs } from '../../platform/clock.ts';
import type { Queryable, Transacao } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import { newToken } from '../../platform/random.ts';
import { createLinkRow, findLink, removeLink, removeLinksOf } from './linksRepo.ts';

export type LinkKind = 'recuperar' | 'confirmar' | 'primeira-conta';

const MINUTO = 60_000;

/** How long each kind is valid, in milliseconds. */
export const VALIDADE: Record<LinkKind, number> = {
  recuperar: 30 * MINUTO,
  confirmar: 30 * MINUTO,
  'primeira-conta': 60 * MINUTO,
};

/** The stored form of a token. It has 256 random bits, so it needs no salt and no slow hash. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/** 400 for a link that is used, expired or unknown; the answer does not say which. */
export const linkInvalid = (): Problem =>
  new Problem(400, 'link-invalido', TEXTOS_CONTA.linkInvalido);

/** A new link; earlier links of this kind for the same account stop working. */
export async function createLink(
  trx: Transacao,
  tipo: LinkKind,
  conta: string | null,
): Promise<string> {
  const token = newToken();
  await removeLinksOf(trx, tipo, conta);
  const expira_em = new Date(nowMs() + VALIDADE[tipo]).toISOString();
  await createLinkRow(trx, { hash: hashToken(token), tipo, conta, expira_em });
  return token;
}

/**
 * The link's account (null when it has none), without using it up. @throws 400 when it is not valid
 */
export async function readLink(
  db: Queryable,
  tipo: LinkKind,
  token: string,
): Promise<{ conta: string | null }> {
  const link = await findLink(db, tipo, hashToken(token));
  // A longer remaining time than any link has comes from a clock that was ahead.
  const resta = link ? Date.parse(link.expira_em) - nowMs() : 0;
  if (!link || resta <= 0 || resta > VALIDADE[tipo] + MINUTO) throw linkInvalid();
  return { conta: link.conta };
}

/**
 * Uses the link up within `trx`: of two simultaneous uses one succeeds. @throws 400 when it is not
 * valid
 */
export async function takeLink(
  trx: Transacao,
  tipo: LinkKind,
  token: string,
): Promise<{ conta: string | null }> {
  const link = await readLink(trx, tipo, token);
  if (!(await removeLink(trx, hashToken(token)))) throw linkInvalid();
  return link;
}
