/** How far a device's clock is from ours, told from its last readings. */

/** Readings that are looked at, and how many it takes to believe them. */
const AMOSTRAS = 20;
const AMOSTRAS_MINIMO = 3;
/** Readings that agree lie this close to the median. */
const PERTO_MS = 30_000;
/** A difference that stays beyond this is a wrong clock. */
const ERRADO_MS = 120_000;
/** A reading this far behind the others is late. */
const ATRASADA_MS = 60_000;

/** The samples with a new one, as many as are looked at. Ours minus the device's, in ms. */
export const addSample = (desvios: number[], desvio: number): number[] =>
  [...desvios, Math.round(desvio)].slice(-AMOSTRAS);

/**
 * The median difference, if it is steady: a device that sends what it kept while the network was
 * away differs each time, a wrong clock always alike. Undefined while nothing can be said.
 */
export function steadySkew(desvios: number[]): number | undefined {
  if (desvios.length < AMOSTRAS_MINIMO) return undefined;
  const ordenados = desvios.toSorted((a, b) => a - b);
  const mediana = ordenados[Math.floor((ordenados.length - 1) / 2)] ?? 0;
  const perto = desvios.filter((desvio) => Math.abs(desvio - mediana) <= PERTO_MS).length;
  return perto * 2 > desvios.length ? mediana : undefined;
}

/** By how much the clock is wrong; undefined when it is right or nothing can be said. */
export function wrongBy(desvios: number[]): number | undefined {
  const desvio = steadySkew(desvios);
  return desvio !== undefined && Math.abs(desvio) > ERRADO_MS ? desvio : undefined;
}

/** The instant that counts for a reading, and whether it comes late (domain rule 6). */
export function settleInstant(
  desvios: number[],
  dispositivo: Date,
  recebido: Date,
): { instante: Date; atrasada: boolean } {
  const desvio = recebido.getTime() - dispositivo.getTime();
  const errado = wrongBy(desvios);
  const atrasada = desvio - (steadySkew(desvios) ?? 0) > ATRASADA_MS;
  if (errado !== undefined) {
    // Late by a wrong clock: the clock's own error is known by now.
    const corrigido = new Date(dispositivo.getTime() + errado);
    return { instante: atrasada ? corrigido : recebido, atrasada };
  }
  return { instante: desvio < 0 ? recebido : dispositivo, atrasada };
}

const unidade = (n: number, um: string, varios: string): string => `${n} ${n === 1 ? um : varios}`;

function duration(ms: number): string {
  const minutos = Math.round(Math.abs(ms) / 60_000);
  const [dias, horas, resto] = [
    Math.floor(minutos / 1_440),
    Math.floor(minutos / 60) % 24,
    minutos % 60,
  ];
  if (dias > 0)
    return [unidade(dias, 'dia', 'dias'), horas && `${horas} h`].filter(Boolean).join(' ');
  return [horas && `${horas} h`, resto && `${resto} min`].filter(Boolean).join(' ');
}

/** 'Relógio da câmera adiantado 3 h', for a clock that is wrong. */
export function describeClock(desvios: number[]): { segundos: number; frase: string } | null {
  const desvio = wrongBy(desvios);
  if (desvio === undefined) return null;
  const lado = desvio < 0 ? 'adiantado' : 'atrasado';
  return {
    segundos: Math.round(-desvio / 1_000),
    frase: `Relógio da câmera ${lado} ${duration(desvio)}`,
  };
}
