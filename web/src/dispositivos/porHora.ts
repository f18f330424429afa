import type { Dispositivo } from '@unipark/contract/dispositivo';

export type HourCount = Dispositivo['por_hora'][number];

const HORA = 60 * 60_000;
const HORAS = 24;

/** The last 24 hours, oldest first, hours without readings included. */
export function listUltimasHoras(por_hora: readonly HourCount[], agora = Date.now()): HourCount[] {
  const inicio = Math.floor(agora / HORA) * HORA;
  const contadas = new Map(por_hora.map((hora) => [Date.parse(hora.hora), hora]));
  return Array.from({ length: HORAS }, (_, indice) => {
    const quando = inicio - (HORAS - 1 - indice) * HORA;
    const vazia = { hora: new Date(quando).toISOString(), leituras: 0, ignoradas: 0, recusadas: 0 };
    return contadas.get(quando) ?? vazia;
  });
}

export const countLeiturasOfHour = (por_hora: readonly HourCount[], agora = Date.now()): number =>
  listUltimasHoras(por_hora, agora).at(-1)?.leituras ?? 0;
