/** Tokens whose signature was found good, so that it is not computed at every call. */

/** Seconds two clocks may differ. */
export const TOLERANCIA = 60;

const MAXIMO = 5_000;

/** Remembers what a token says until it expires; the oldest make room for the newest. */
export function createLidos<T extends { exp: number }>() {
  const lidos = new Map<string, T>();
  return {
    /** Whether the token is known; 'vencido' once it is past its time. */
    find(token: string): T | 'vencido' | undefined {
      const lido = lidos.get(token);
      if (!lido || lido.exp + TOLERANCIA > Date.now() / 1_000) return lido;
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
