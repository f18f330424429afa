/** Days and hours of São Paulo, in any time zone of the device or the server. */
import { once } from './once.ts';

/** 'yyyy-mm-dd hh:mm'. One format for all, made at its first use: it takes milliseconds. */
const local = once(
  () =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Sao_Paulo',
      dateStyle: 'short',
      timeStyle: 'short',
    }),
);

/** 'hh:mm' */
export const formatHora = (instante: Date | number): string => local().format(instante).slice(11);

/** 'yyyy-mm-dd' */
export const formatDiaIso = (instante: Date | number): string =>
  local().format(instante).slice(0, 10);

const DIA_MS = 86_400_000;

/** The day `dias` after another one. */
export const addDias = (dia: string, dias: number): string =>
  new Date(Date.parse(dia) + dias * DIA_MS).toISOString().slice(0, 10);
