import { type AndamentoCatalogo, duracao } from '@unipark/contract/fipe';
import { useState } from 'react';
import { number } from '../lib/format.ts';

/** So far was it, then (ms). */
export type Ponto = { feitos: number; quando: number };

/** A rate of the first moments says nothing about the rest. */
const TAXA_MS = 5_000;

/** Seconds to go, at the rate since `inicio`; undefined while nobody can tell. */
export function segundosQueFaltam(
  inicio: Ponto,
  agora: Ponto,
  total: number | null,
): number | undefined {
  const passaram = agora.quando - inicio.quando;
  const feitos = agora.feitos - inicio.feitos;
  if (total === null || passaram < TAXA_MS || feitos <= 0) return undefined;
  return (Math.max(0, total - agora.feitos) * passaram) / feitos / 1_000;
}

/** '45% · 104 de 233 · faltam 3 min', as known at `quando` (ms). */
export function useProgresso(andamento: AndamentoCatalogo, quando: number): string {
  const { feitos, total, desde, parado } = andamento;
  const [inicio, setInicio] = useState<Ponto & { desde: string }>();
  // What was done before a pause, or by another one, is not this one's rate.
  const vale = inicio?.desde === desde && inicio.feitos <= feitos;
  if (!parado && !vale) setInicio({ feitos, quando, desde });
  if (parado && inicio) setInicio(undefined);

  const faltam = vale && !parado && segundosQueFaltam(inicio, { feitos, quando }, total);
  return [
    total ? `${Math.floor((100 * Math.min(feitos, total)) / total)}%` : undefined,
    total === null ? `${number(feitos)} até agora` : `${number(feitos)} de ${number(total)}`,
    faltam ? `faltam ${duracao(faltam)}` : undefined,
  ]
    .filter((parte) => parte !== undefined)
    .join(' · ');
}
