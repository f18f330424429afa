/** Where a player stands in what it holds, in seconds of the stream. */
export type Posicao = {
  /** Where the newest unbroken stretch begins and ends: the end is now. */
  inicio: number;
  fim: number;
  /** Oldest second still held, of any stretch. */
  guardado: number;
  agora: number;
  /** Further behind than this is jumped, not run after. */
  limite: number;
};

export type Decisao = {
  taxa: 0.95 | 1 | 1.1 | 1.5;
  /** Go there at once. */
  saltar?: number;
  /** Forget what lies before. */
  cortar?: number;
};

/** How far behind the newest frame we stay: two frames of a quick camera. */
const ATRASO = 0.12;
/** Nearer than this a late frame would stop the picture. */
const PERTO = 0.05;
const LONGE = 0.3;
const MUITO_LONGE = 0.8;
const GUARDAR_MIN = 12;
const GUARDAR_MAX = 20;

/** Further behind than this a running stream jumps; when it (re)starts, much sooner. */
export const LIMITE_CORRENDO = 2;
export const LIMITE_INICIO = 0.4;

function taxaPara(atraso: number): Decisao['taxa'] {
  if (atraso > MUITO_LONGE) return 1.5;
  if (atraso > LONGE) return 1.1;
  return atraso < PERTO ? 0.95 : 1;
}

/** What keeps the picture at the edge of what has arrived: how fast to play, where to jump. */
export function decidir({ inicio, fim, guardado, agora, limite }: Posicao): Decisao {
  const cortar = agora - guardado > GUARDAR_MAX ? { cortar: agora - GUARDAR_MIN } : {};
  if (agora < inicio || agora > fim || fim - agora > limite) {
    return { taxa: 1, saltar: Math.max(inicio, fim - ATRASO), ...cortar };
  }
  return { taxa: taxaPara(fim - agora), ...cortar };
}
