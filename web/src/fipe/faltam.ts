import { formatEspera } from '@unipark/contract/duracao';
import type { AndamentoCatalogo } from '@unipark/contract/fipe';
import { useState } from 'react';
import { number } from '../lib/time/format.ts';

/** The progress at a time (ms). */
export type ProgressSample = { feitos: number; quando: number };

/** The rate of the first seconds says nothing about the rest. */
const TAXA_MS = 5_000;

/** Seconds left at the rate since `inicio`; undefined while the total or the rate is unknown. */
export function estimateSegundos(
  inicio: ProgressSample,
  agora: ProgressSample,
  total: number | null,
): number | undefined {
  const passaram = agora.quando - inicio.quando;
  const feitos = agora.feitos - inicio.feitos;
  if (total === null || passaram < TAXA_MS || feitos <= 0) return undefined;
  return (Math.max(0, total - agora.feitos) * passaram) / feitos / 1_000;
}

/** '45% · 104 de 233 · faltam 3 min', at `quando` (ms). */
export function useProgresso(andamento: AndamentoCatalogo, quando: number): string {
  const { feitos, total, desde, parado } = andamento;
  const [inicio, setInicio] = useState<ProgressSample & { desde: string }>();
  // Progress before a pause, or of another run, is not part of the rate.
  const vale = inicio?.desde === desde && inicio.feitos <= feitos;
  if (!parado && !vale) setInicio({ feitos, quando, desde });
  if (parado && inicio) setInicio(undefined);

  const faltam = vale && !parado && estimateSegundos(inicio, { feitos, quando }, total);
  return [
    total ? `${Math.floor((100 * Math.min(feitos, total)) / total)}%` : undefined,
    total === null ? `${number(feitos)} até agora` : `${number(feitos)} de ${number(total)}`,
    faltam ? `faltam ${formatEspera(faltam)}` : undefined,
  ]
    .filter((parte) => parte !== undefined)
    .join(' · ');
}
