/** Tokens with a checked signature, so that it is not computed at every call. */
import { nowMs } from '../platform/clock.ts';

/** Seconds by which two clocks may differ. */
export const TOLERANCIA = 60;

const MAXIMO = 5_000;

/** Keeps the claims of a token until it expires; the oldest entries make room for new ones. */
export function createLidos<T extends { exp: number }>() {
  const lidos = new Map<string, T>();
  return {
    /** The claims of a known token; 'vencido' when it has expired. */
    find(token: string): T | 'vencido' | undefined {
      const lido = lidos.get(token);
      if (!lido || lido.exp + TOLERANCIA > nowMs() / 1_000) return lido;
      lidos.delete(token);
      return 'vencido';
    },

    remember(token: string, lido: T): T {
      const [maisAntigo] = lidos.keys();
      if (lidos.size >= MAXIMO && maisAntigo) lidos.delete(maisAntigo);
      lidos.set(token, lido);
      return lido;
    },
  };
}
