/** A player's position in its buffer, in seconds of the stream. */
export type PlaybackPosition = {
  /** The newest unbroken range of the buffer; its end is the newest frame. */
  inicio: number;
  fim: number;
  /** The oldest second in the buffer, of any range. */
  guardado: number;
  agora: number;
  /** At a greater delay than this the player jumps; at a smaller one it plays faster. */
  limite: number;
};

export type EdgeDecision = {
  taxa: 0.95 | 1 | 1.1 | 1.5;
  /** The second to jump to. */
  saltar?: number;
  /** Remove the buffer before this second. */
  cortar?: number;
};

/** The delay that the player keeps: two frames of a fast camera. */
const ATRASO = 0.12;
/** Nearer to the end than this, a late frame would stop the picture. */
const PERTO = 0.05;
const LONGE = 0.3;
const MUITO_LONGE = 0.8;
const GUARDAR_MIN = 12;
const GUARDAR_MAX = 20;

/** The delay at which a running stream jumps; a stream that (re)starts jumps much sooner. */
export const LIMITE_CORRENDO = 2;
export const LIMITE_INICIO = 0.4;

function chooseTaxa(atraso: number): EdgeDecision['taxa'] {
  if (atraso > MUITO_LONGE) return 1.5;
  if (atraso > LONGE) return 1.1;
  return atraso < PERTO ? 0.95 : 1;
}

/** Decides how to keep the picture close to the newest frame: the speed, a jump, a cut. */
export function decidePlayback({
  inicio,
  fim,
  guardado,
  agora,
  limite,
}: PlaybackPosition): EdgeDecision {
  const cortar = agora - guardado > GUARDAR_MAX ? { cortar: agora - GUARDAR_MIN } : {};
  if (agora < inicio || agora > fim || fim - agora > limite) {
    return { taxa: 1, saltar: Math.max(inicio, fim - ATRASO), ...cortar };
  }
  return { taxa: chooseTaxa(fim - agora), ...cortar };
}
