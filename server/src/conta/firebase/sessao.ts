/** A session that the provider keeps: one signing in of one uid, by the moment of it. */
import { IDLE_S, LIFETIME_MS } from '../auth.ts';
import type { ContaExterna } from './repo.ts';
import type { Declarado } from './tokens.ts';

const IDLE_MS = IDLE_S * 1_000;

export const sidOf = ({ uid, authTime }: Pick<Declarado, 'uid' | 'authTime'>): string =>
  `fb:${uid}:${authTime}`;

/** The uid of a session's id; undefined when it is none of this provider's. */
export const uidOf = (sid: string): string | undefined => /^fb:(.+):\d+$/s.exec(sid)?.[1];

/** Whether nothing has ended it: neither somebody, nor time. */
export function isOpen(
  sessao: Pick<ContaExterna, 'encerradaEm'> & { criada: number; vista: number },
  agora = Date.now(),
): boolean {
  const { encerradaEm, criada, vista } = sessao;
  return encerradaEm === null && vista + IDLE_MS > agora && criada + LIFETIME_MS > agora;
}

/** Whether the account may come in with a session that was opened here and is not over. */
export function isAlive(conta: ContaExterna | undefined): conta is ContaExterna {
  if (!conta || conta.desabilitadoEm !== null || conta.pendencia !== null) return false;
  const { criadaEm, vistaEm, encerradaEm } = conta;
  if (criadaEm === null || vistaEm === null) return false;
  return isOpen({ encerradaEm, criada: Date.parse(criadaEm), vista: Date.parse(vistaEm) });
}
