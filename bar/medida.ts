import type { Medida } from './linha.ts';

export interface Contagem extends Medida {
  passed: number;
  failed: number;
}

/** Mulberry32: small, seeded, good enough to vary a run. */
function generator(semente: number): () => number {
  let estado = semente >>> 0;
  return () => {
    estado = (estado + 0x6d2b79f5) >>> 0;
    let t = Math.imul(estado ^ (estado >>> 15), estado | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Options {
  semente: number;
  completa: boolean;
  say: (linha: string) => void;
}

/** Counts what a row checks, and says each failure as it happens. */
export function createContagem({ semente, completa, say }: Options): Contagem {
  return {
    passed: 0,
    failed: 0,
    completa,
    random: generator(semente),
    check(ok, promessa, veio) {
      if (ok) {
        this.passed += 1;
        return;
      }
      this.failed += 1;
      say(`  ✕ ${promessa}${veio === undefined ? '' : `: ${JSON.stringify(veio)}`}`);
    },
    note: (nome, valor) => say(`  · ${nome}: ${valor}`),
  };
}
