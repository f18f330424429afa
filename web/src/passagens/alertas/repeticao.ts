/** The alarm's sound again, in one tab of the browser, until every alarm has its 'Ciente'. */
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { callAgain, claimTurn, getVez, listCalled, readSoou } from './avisos.ts';
import { readSom } from './som.ts';

/** The shortest wait for the next look. */
const OLHAR_MS = 1_000;

/**
 * Repeats the sound each `intervaloMs` while one of these alarms has called in this browser; 0
 * never repeats. An alarm that was old at its first sight has never called, and stays silent.
 * Returns a function that stops it.
 */
export function repeatAlertas(
  abertos: readonly UltimoVeiculo[],
  lidera: boolean,
  intervaloMs: number,
): () => void {
  const vez = getVez(lidera, readSom());
  if (vez === undefined || intervaloMs === 0 || abertos.length === 0) return () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let parado = false;
  const measureRest = () => readSoou() + intervaloMs - Date.now();
  const wait = () => {
    timer = setTimeout(ring, Math.max(OLHAR_MS, measureRest()) + vez);
  };
  const ring = async () => {
    const isDue = measureRest() <= 0 && listCalled(abertos).length > 0;
    // Held for most of the interval: other tabs learn of the sound late.
    if (isDue && (await claimTurn('repeticao', intervaloMs - OLHAR_MS)) && !parado) callAgain();
    if (!parado) wait();
  };
  wait();
  return () => {
    parado = true;
    clearTimeout(timer);
  };
}
