/** Days and hours of São Paulo, in any time zone of the device or the server. */
import { once } from './once.ts';

/** A format of São Paulo's time, made at its first use. */
export const localFormat = (partes: Intl.DateTimeFormatOptions, idioma = 'pt-BR') =>
  once(() => new Intl.DateTimeFormat(idioma, { timeZone: 'America/Sao_Paulo', ...partes }));

const hora = localFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const dia = localFormat({}, 'sv-SE');

/** 'hh:mm' */
export const formatHora = (instante: Date | number): string => hora().format(instante);

/** 'yyyy-mm-dd' */
export const formatDiaIso = (instante: Date | number): string => dia().format(instante);
