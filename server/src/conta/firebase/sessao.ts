/** A session of the provider: one sign-in of one uid, identified by its time. */
import { nowMs } from '../../platform/clock.ts';
import { IDLE_MS, LIFETIME_MS } from '../sessao/prazo.ts';
import type { ContaExterna } from './repo.ts';
import type { FirebaseClaimed } from './tokens.ts';

export const sidOf = ({ uid, authTime }: Pick<FirebaseClaimed, 'uid' | 'authTime'>): string =>
  `fb:${uid}:${authTime}`;

/** The uid in a session's id; undefined for an id of another kind. */
export const uidOf = (sid: string): string | undefined => /^fb:(.+):\d+$/s.exec(sid)?.[1];

/** Whether the session was not ended and has not expired. */
export function isOpen(
  sessao: Pick<ContaExterna, 'encerradaEm'> & { criada: number; vista: number },
  agora = nowMs(),
): boolean {
  const { encerradaEm, criada, vista } = sessao;
  return encerradaEm === null && vista + IDLE_MS > agora && criada + LIFETIME_MS > agora;
}

/** Whether the account may sign in, with a session that was opened here and is not over. */
export function isAlive(conta: ContaExterna | undefined): conta is ContaExterna {
  if (!conta || conta.desabilitada_em !== null || conta.pendencia !== null) return false;
  const { criadaEm, vistaEm, encerradaEm } = conta;
  if (criadaEm === null || vistaEm === null) return false;
  return isOpen({ encerradaEm, criada: Date.parse(criadaEm), vista: Date.parse(vistaEm) });
}
