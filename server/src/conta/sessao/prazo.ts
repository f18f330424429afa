import type { PrazoSessao } from '@unipark/contract/conta';

const HORA_MS = 3_600_000;

/** An unused session is over after this long. */
export const IDLE_MS = 12 * HORA_MS;

/** A session is over after this long in any case. */
export const LIFETIME_MS = 7 * 24 * HORA_MS;

/** When a session made at `criada`, valid until `expira` without use, ends (ISO instants). */
export const getPrazo = (criada: string, expira: string): PrazoSessao => {
  const fim = Date.parse(criada) + LIFETIME_MS;
  return {
    expiraEm: new Date(Math.min(Date.parse(expira), fim)).toISOString(),
    terminaEm: new Date(fim).toISOString(),
  };
};
