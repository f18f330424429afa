/** Tickets for a stream: a browser's WebSocket sends no bearer, so it sends a ticket. */
import { createHash, randomBytes } from 'node:crypto';
import type { TicketCamera } from '@unipark/contract/camera';
import { nowMs } from '../../platform/clock.ts';
import type { Banco } from '../../platform/db/banco.ts';
import type { ContaSessao } from '../../platform/http/guard.ts';
import * as repo from '../repo.ts';

const VALIDADE_MS = 30_000;
/** 256 bits in base64url. */
const FORMA = /^[\w-]{43}$/;

/** Only hashes are stored: a copy of the database opens no stream. */
const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');

/** Issues a ticket for one camera and one session, valid once. */
export async function issueTicket(
  db: Banco,
  camera: string,
  { id: conta, sid }: ContaSessao,
): Promise<TicketCamera> {
  const ticket = randomBytes(32).toString('base64url');
  const expira_em = new Date(nowMs() + VALIDADE_MS).toISOString();
  await repo.insertTicket(db, { hash: hashOf(ticket), camera, conta, sid, expira_em });
  return { ticket, expiraEm: expira_em };
}

/** The ticket's session; undefined when it is not valid. It is used up in both cases. */
export async function redeemTicket(
  db: Banco,
  camera: string,
  ticket: string,
): Promise<{ conta: string; sid: string } | undefined> {
  if (!FORMA.test(ticket)) return undefined;
  const dado = await repo.takeTicket(db, hashOf(ticket));
  if (!dado || dado.camera !== camera || Date.parse(dado.expira_em) <= nowMs()) return undefined;
  return { conta: dado.conta, sid: dado.sid };
}
