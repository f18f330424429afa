/** A camera's clock against ours, from its live readings, and which readings are late. */
import { formatDuracao } from '@unipark/contract/duracao';
import { type Contato, couldBeLate } from './contato.ts';

/** Number of recent readings compared. */
const AMOSTRAS = 20;
/** A lasting difference above this is a wrong clock. */
const ERRADO_MS = 120_000;
/** A reading this far behind the others is late, or the clock was set back. */
const ATRASADA_MS = 60_000;
/** Suspended readings within this difference, for PASSO_MS, mean that the clock was set back. */
const IGUAIS_MS = 5_000;
const PASSO_MS = 20_000;
/** Number of suspended readings kept. */
const SUSPENSAS = 50;
/** Cameras of one device with a clock of their own. */
const CAMERAS = 16;

/** A reading suspended as late: its difference, its arrival, and its passage. */
interface SuspendedDrift {
  desvio: number;
  em: number;
  passagem: number;
}

/** The clock of one camera: differences are our time minus the camera's, in milliseconds. */
export interface CameraClock {
  /** Differences of its last live readings. */
  vivas: number[];
  /** The clock was changed: from then on a difference of a minute is reported. */
  saltou: boolean;
  suspensas: SuspendedDrift[];
}

/** The clocks of a device, by the maker's key of the camera. */
export type CameraClocks = Record<string, CameraClock>;

const NOVO: CameraClock = { vivas: [], saltou: false, suspensas: [] };

/** The clocks in a device's row. Rows of earlier releases have no jumps, so they start again. */
export function readRelogios(desvios: string): CameraClocks {
  const guardado: unknown = JSON.parse(desvios);
  return Array.isArray(guardado) ? {} : (guardado as CameraClocks);
}

export const clockOf = (relogios: CameraClocks, camera: string): CameraClock =>
  (Object.hasOwn(relogios, camera) ? relogios[camera] : undefined) ?? NOVO;

/** The clocks with the new state of this one; the clock with the oldest reading is dropped. */
export const withClock = (
  relogios: CameraClocks,
  camera: string,
  relogio: CameraClock,
): CameraClocks => {
  const outros = Object.entries(relogios).filter(([nome]) => nome !== camera);
  return Object.fromEntries([...outros, [camera, relogio] as const].slice(-CAMERAS));
};

function median(valores: number[]): number {
  const ordenados = valores.toSorted((a, b) => a - b);
  return ordenados[Math.floor((ordenados.length - 1) / 2)] ?? 0;
}

/** The clock's error; undefined when it is right or not known. */
export function wrongBy({ vivas, saltou }: CameraClock): number | undefined {
  const desvio = median(vivas);
  return Math.abs(desvio) > (saltou ? ATRASADA_MS : ERRADO_MS) ? desvio : undefined;
}

const live = (vivas: number[], saltou: boolean): CameraClock => ({
  vivas: vivas.slice(-AMOSTRAS),
  saltou: saltou && Math.abs(median(vivas)) > ATRASADA_MS,
  suspensas: [],
});

function sameStep(suspensas: SuspendedDrift[], desvio: number): SuspendedDrift[] {
  const outra = suspensas.findLastIndex((uma) => Math.abs(uma.desvio - desvio) > IGUAIS_MS);
  return suspensas.slice(outra + 1);
}

/**
 * Whether a reading is late, and the clock after it (domain rule 6). `desvio` is our time minus the
 * camera's. A reading cannot be later than its device was silent: otherwise the clock was set back,
 * and the reading is live. A reading that may be late is suspended. When later readings keep the
 * same difference, the clock was set back: they are live, and `revistas` names the passages of the
 * suspended ones.
 */
export function judge(
  antes: CameraClock,
  desvio: number,
  { contato, em }: { contato: Contato; em: number },
): { atrasada: boolean; relogio: CameraClock; revistas: number[] } {
  const diferenca = desvio - median(antes.vivas);
  const acceptLive = (relogio: CameraClock, revistas: number[] = []) => ({
    atrasada: false,
    relogio,
    revistas,
  });
  if (Math.abs(diferenca) <= ATRASADA_MS) {
    return acceptLive(live([...antes.vivas, desvio], antes.saltou));
  }
  if (diferenca < 0 || !couldBeLate(diferenca, contato)) return acceptLive(live([desvio], true));
  const iguais = sameStep(antes.suspensas, desvio);
  const [primeira] = iguais;
  if (primeira && em - primeira.em >= PASSO_MS) {
    const desvios = iguais.map((suspensa) => suspensa.desvio);
    return acceptLive(
      live([...desvios, desvio], true),
      iguais.map(({ passagem }) => passagem),
    );
  }
  return { atrasada: true, relogio: antes, revistas: [] };
}

/** Adds a suspended reading after its passage is known. */
export const putAside = (relogio: CameraClock, suspensa: SuspendedDrift): CameraClock => ({
  ...relogio,
  suspensas: [...relogio.suspensas, suspensa].slice(-SUSPENSAS),
});

/** The instant of a reading after its lateness is decided. */
export function settleInstant(
  relogio: CameraClock,
  dispositivo: Date,
  recebido: Date,
  atrasada: boolean,
): Date {
  const errado = wrongBy(relogio);
  // Late with a wrong clock: the clock's own error is known already.
  if (atrasada)
    return new Date(Math.min(dispositivo.getTime() + (errado ?? 0), recebido.getTime()));
  return errado !== undefined || dispositivo > recebido ? recebido : dispositivo;
}

/** 'Relógio da câmera adiantado 3 h', for the largest error; null when none is wrong. */
export function describeClock(relogios: CameraClocks): { segundos: number; frase: string } | null {
  const nomes = Object.keys(relogios);
  let pior: { nome: string; desvio: number } | undefined;
  for (const nome of nomes) {
    const desvio = wrongBy(clockOf(relogios, nome));
    if (desvio === undefined || Math.abs(desvio) <= Math.abs(pior?.desvio ?? 0)) continue;
    pior = { nome, desvio };
  }
  if (!pior) return null;
  const qual = nomes.length > 1 && pior.nome ? `da câmera ${pior.nome}` : 'da câmera';
  const lado = pior.desvio < 0 ? 'adiantado' : 'atrasado';
  return {
    segundos: Math.round(-pior.desvio / 1_000),
    frase: `Relógio ${qual} ${lado} ${formatDuracao(pior.desvio)}`,
  };
}
