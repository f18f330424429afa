import { formatDiaIso, formatHora } from '@unipark/contract/horaLocal';
import { once } from '@unipark/contract/once';

const numberFormat = once(() => new Intl.NumberFormat('pt-BR'));

type When = Date | string | number;
const asDate = (when: When): Date => (when instanceof Date ? when : new Date(when));

/** 'dd/mm/yyyy' in São Paulo, in any time zone of the device. */
export const day = (when: When): string =>
  formatDiaIso(asDate(when)).split('-').reverse().join('/');

/** 'hh:mm' in São Paulo. */
export const hour = (when: When): string => formatHora(asDate(when));

/** The header's clock: 'dd/mm/yyyy - hh:mm'. */
export const clock = (when: When): string => `${day(when)} - ${hour(when)}`;

/** '2.847'. Most are small and need no format, whose first use takes 25 ms. */
export const number = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1_000 ? String(value) : numberFormat().format(value);

/** '2.847 veículos', '1 veículo', 'mais de 10.000 veículos'. */
export function count(total: number, one: string, many: string, more = false): string {
  return `${more ? 'mais de ' : ''}${number(total)} ${total === 1 && !more ? one : many}`;
}

/** Whether two instants fall on the same day in São Paulo. */
export const sameDay = (one: When, other: When): boolean => day(one) === day(other);

const DAY = 24 * 60 * 60_000;

/** The hour of an instant of today; with the day for another day: 'ontem 17:21', '20/11 17:21'. */
export function recentHour(when: When, now: When): string {
  if (sameDay(when, now)) return hour(when);
  const yesterday = asDate(now).getTime() - DAY;
  return `${sameDay(when, yesterday) ? 'ontem' : day(when).slice(0, 5)} ${hour(when)}`;
}
