/** Token buckets in memory: a rate per second, and a burst after a rest. */

/** Keys kept at most; full buckets are removed first, because they have no state. */
const MAXIMO_CHAVES = 10_000;

export interface Buckets {
  /** Takes one, or `quantos`; false when there are not enough. */
  take(chave: string, quantos?: number): boolean;
}

/** One bucket a key. `agora` is the clock, in milliseconds. */
export function createBaldes(
  porSegundo: number,
  rajada: number,
  now: () => number = () => performance.now(),
): Buckets {
  const baldes = new Map<string, { nivel: number; em: number }>();
  const levelAt = ({ nivel, em }: { nivel: number; em: number }, quando: number): number =>
    Math.min(rajada, nivel + ((quando - em) / 1_000) * porSegundo);

  function makeRoom(quando: number): void {
    if (baldes.size < MAXIMO_CHAVES) return;
    for (const [chave, balde] of baldes) {
      if (levelAt(balde, quando) >= rajada) baldes.delete(chave);
    }
    const [maisAntiga] = baldes.keys();
    if (baldes.size >= MAXIMO_CHAVES && maisAntiga !== undefined) baldes.delete(maisAntiga);
  }

  return {
    take(chave, quantos = 1) {
      const em = now();
      const balde = baldes.get(chave);
      if (!balde) makeRoom(em);
      const nivel = balde ? levelAt(balde, em) : rajada;
      const sobra = nivel >= quantos;
      baldes.set(chave, { nivel: sobra ? nivel - quantos : nivel, em });
      return sobra;
    },
  };
}
