import { LIMITE_CORRENDO, LIMITE_INICIO } from './borda.ts';

const PASSO = 250;
/** A longer silence between two looks: page or computer were asleep. */
const SONO = 1_200;
/** So long after a start or a sleep the edge is jumped to, not run after. */
const RECUPERAR = 1_000;

export type Olhar = {
  agora: number;
  /** Further behind than this (s) is jumped. */
  limite: number;
  /** Nothing could be presented since the last look. */
  dormiu: boolean;
};

/**
 * When the last picture was presented, as far as that says anything: while the page slept or was
 * hidden none could be, and nobody is to blame for it.
 */
export function createVigia() {
  let quadro: number | null = null;
  let visto = Date.now();
  let recuperarAte = 0;
  return {
    /** The stream begins (anew): nothing of it was presented yet. */
    comecar() {
      quadro = null;
      recuperarAte = Number.POSITIVE_INFINITY;
    },
    aoQuadro(agora: number) {
      if (quadro === null) recuperarAte = agora + RECUPERAR;
      quadro = agora;
    },
    ultimoQuadro: () => quadro,
    olhar(agora: number, oculta: boolean): Olhar {
      const dormiu = oculta || agora - visto > SONO;
      if (dormiu) {
        if (quadro !== null) quadro = agora;
        recuperarAte = Math.max(recuperarAte, agora + RECUPERAR);
      }
      visto = agora;
      return { agora, dormiu, limite: agora < recuperarAte ? LIMITE_INICIO : LIMITE_CORRENDO };
    },
  };
}

/** Looks four times a second until `signal`. */
export function aCadaPasso(look: () => void, signal: AbortSignal): void {
  const timer = setInterval(look, PASSO);
  signal.addEventListener('abort', () => clearInterval(timer));
}
