import { LIMITE_CORRENDO, LIMITE_INICIO } from './borda.ts';

const PASSO = 250;
/** A longer gap between two looks means that the page or the computer was asleep. */
const SONO = 1_200;
/** For this long after a start or a sleep, a small delay is enough to jump. */
const RECUPERAR = 1_000;

export type FrameSample = {
  agora: number;
  /** At a greater delay (s) than this the player jumps. */
  limite: number;
  /** The page was asleep or hidden since the last look, so no picture was possible. */
  dormiu: boolean;
};

/** Measures the time without a picture, except while the page slept or was hidden. */
export function createVigia() {
  let quadro: number | null = null;
  let visto = Date.now();
  let recuperarAte = 0;
  return {
    /** The stream starts (again): it has no picture yet. */
    start() {
      quadro = null;
      recuperarAte = Number.POSITIVE_INFINITY;
    },
    onFrame(agora: number) {
      if (quadro === null) recuperarAte = agora + RECUPERAR;
      quadro = agora;
    },
    getLastFrame: () => quadro,
    look(agora: number, oculta: boolean): FrameSample {
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

/** Calls `look` four times a second until `signal` aborts. */
export function startLooking(look: () => void, signal: AbortSignal): void {
  const timer = setInterval(look, PASSO);
  signal.addEventListener('abort', () => clearInterval(timer));
}
