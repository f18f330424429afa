/** Days and hours of São Paulo, in any time zone of the device or the server. */
import { once } from './once.ts';

const timeZone = 'America/Sao_Paulo';

/** 'yyyy-mm-dd hh:mm'. One format for all, made at its first use: it takes milliseconds. */
const local = once(
  () => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
);

/**
 * 'yyyy-mm-dd hh:mm', or with a T. Where Temporal exists it is used: the first use of Intl takes 25 ms
 * of a browser, 100 ms of an old phone, and Temporal takes one or two.
 */
const formatLocal = (instante: Date | number): string =>
  typeof Temporal === 'undefined'
    ? local().format(instante)
    : Temporal.Instant.fromEpochMilliseconds(Math.trunc(Number(instante)))
        .toZonedDateTimeISO(timeZone)
        .toString();

/** 'hh:mm' */
export const formatHora = (instante: Date | number): string => formatLocal(instante).slice(11, 16);

/** 'yyyy-mm-dd' */
export const formatDiaIso = (instante: Date | number): string => formatLocal(instante).slice(0, 10);

const DIA_MS = 86_400_000;

/** The day `dias` after another one. */
export const addDias = (dia: string, dias: number): string =>
  new Date(Date.parse(dia) + dias * DIA_MS).toISOString().slice(0, 10);
