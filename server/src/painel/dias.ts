/** Days of São Paulo, which is at UTC−3 all year since Decreto 9.772/2019. */
import { formatDiaIso } from '@unipark/contract/horaLocal';

export const DIA_MS = 24 * 3_600_000;

/** The first instant of a day in São Paulo. */
export const startOfDay = (agora: Date): Date => new Date(`${formatDiaIso(agora)}T00:00:00-03:00`);

/** The weekday of that day; 0 is Sunday. The UTC day is the same at 03:00 UTC. */
export const weekdayOf = (inicio: Date): number => inicio.getUTCDay();

/** The first instant of Monday in the week of a day. */
export const startOfWeek = (inicio: Date): Date =>
  new Date(inicio.getTime() - ((weekdayOf(inicio) + 6) % 7) * DIA_MS);

/** The hour of an instant, as `passagens_horas` names it. */
export const hourOf = (instante: Date): string => instante.toISOString().slice(0, 13);
