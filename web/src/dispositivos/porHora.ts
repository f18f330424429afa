import type { Dispositivo } from '@unipark/contract/dispositivo';

export type Hora = Dispositivo['porHora'][number];

const HORA = 60 * 60_000;
const HORAS = 24;

/** The last 24 hours, oldest first, the silent ones too. */
export function ultimasHoras(porHora: readonly Hora[], agora = Date.now()): Hora[] {
  const inicio = Math.floor(agora / HORA) * HORA;
  const contadas = new Map(porHora.map((hora) => [Date.parse(hora.hora), hora]));
  return Array.from({ length: HORAS }, (_, indice) => {
    const quando = inicio - (HORAS - 1 - indice) * HORA;
    const vazia = { hora: new Date(quando).toISOString(), leituras: 0, ignoradas: 0, recusadas: 0 };
    return contadas.get(quando) ?? vazia;
  });
}

/** Readings of the hour that is now, as fresh as the last one. */
export const leiturasNestaHora = (porHora: readonly Hora[], agora = Date.now()): number =>
  ultimasHoras(porHora, agora).at(-1)?.leituras ?? 0;
