/** Passes to a stream: a browser's WebSocket carries no bearer, so it brings one of these along. */
import { createHash, randomBytes } from 'node:crypto';
import type { TicketCamera } from '@unipark/contract/camera';
import type { Banco } from '../platform/db/banco.ts';
import type { ContaSessao } from '../platform/guard.ts';
import * as repo from './repo.ts';

const VALIDADE_MS = 30_000;
/** 256 bits in base64url. */
const FORMA = /^[\w-]{43}$/;

/** A copy of the database opens no stream. */
const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');

/** Gives out a pass to one camera, for one session, once. */
export async function issueTicket(
  db: Banco,
  camera: string,
  { id: conta, sid }: ContaSessao,
): Promise<TicketCamera> {
  const ticket = randomBytes(32).toString('base64url');
  const expira_em = new Date(Date.now() + VALIDADE_MS).toISOString();
  await repo.insertTicket(db, { hash: hashOf(ticket), camera, conta, sid, expira_em });
  return { ticket, expiraEm: expira_em };
}

/** Who a pass to `camera` was given to; undefined when it opens nothing. It is used up either way. */
export async function redeemTicket(
  db: Banco,
  camera: string,
  ticket: string,
): Promise<{ conta: string; sid: string } | undefined> {
  if (!FORMA.test(ticket)) return undefined;
  const dado = await repo.takeTicket(db, hashOf(ticket));
  if (!dado || dado.camera !== camera || Date.parse(dado.expira_em) <= Date.now()) return undefined;
  return { conta: dado.conta, sid: dado.sid };
}
