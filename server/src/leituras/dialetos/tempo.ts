/** Makers' times as instants in UTC; null for an invalid one. */
import { toNumero } from './json.ts';

/** A time outside these limits comes from a wrong clock. */
const PRIMEIRO = Date.UTC(2000, 0, 1);
const FIM = Date.UTC(2090, 0, 1);

/** The instant, or null outside the limits. */
export const toPlausibleDate = (ms: number): Date | null =>
  ms >= PRIMEIRO && ms < FIM ? new Date(ms) : null;

/** Milliseconds since 1970, as a number or a text. */
export function fromMilliseconds(valor: unknown): Date | null {
  const ms = toNumero(valor);
  return ms === null ? null : toPlausibleDate(Math.round(ms));
}

/** Seconds since 1970, with or without a fraction. */
export function fromSeconds(valor: unknown): Date | null {
  const segundos = toNumero(valor);
  return segundos === null ? null : toPlausibleDate(Math.round(segundos * 1000));
}

const DATA =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[T ](\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?\s?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/** The digits of a date and time read as UTC, and its zone in minutes when it has one. */
function parseParts(valor: unknown): { ms: number; zona: number | null } | null {
  if (typeof valor !== 'string' || valor.length > 60) return null;
  const achado = DATA.exec(valor.trim());
  if (!achado) return null;
  const [ano = 0, mes = 0, dia = 0, h = 0, min = 0, s = 0] = achado.slice(1, 7).map(Number);
  const fracao = Number((achado[7] ?? '').padEnd(3, '0').slice(0, 3));
  const ms = Date.UTC(ano, mes - 1, dia, h, min, s, fracao);
  const conferida = new Date(ms);
  // 31 April becomes 1 May, 25:00 the next day: both are invalid.
  if (conferida.getUTCDate() !== dia || conferida.getUTCMonth() !== mes - 1) return null;
  if (h > 23 || min > 59 || s > 59) return null;
  return { ms, zona: parseZona(achado[8]) };
}

function parseZona(zona: string | undefined): number | null {
  if (!zona) return null;
  if (/^z$/i.test(zona)) return 0;
  const minutos = Number(zona.slice(1, 3)) * 60 + Number(zona.slice(3).replace(':', '') || 0);
  return zona.startsWith('-') ? -minutos : minutos;
}

/** An ISO date and time; without a zone it is in `semZona`: UTC, or the device's own. */
export function fromIso(valor: unknown, semZona = 'UTC'): Date | null {
  const lido = parseParts(valor);
  if (!lido) return null;
  if (lido.zona === null) return fromLocal(lido.ms, semZona);
  return Math.abs(lido.zona) > 14 * 60 ? null : toPlausibleDate(lido.ms - lido.zona * 60_000);
}

const COMPACTA = /^(\d{4})(\d{2})(\d{2})[T ]?(\d{2})(\d{2})(\d{2})(\d{3})?$/;

/** As `fromIso`, for '20210611 130538252'. */
export function fromCompact(valor: unknown, fuso: string): Date | null {
  if (typeof valor !== 'string' || valor.length > 30) return null;
  const iso = valor.replace(COMPACTA, '$1-$2-$3T$4:$5:$6.$7').replace(/\.$/, '');
  return fromIso(iso, fuso);
}

const formatos = new Map<string, Intl.DateTimeFormat | null>();

function findFormato(fuso: string): Intl.DateTimeFormat | null {
  const guardado = formatos.get(fuso);
  if (guardado !== undefined) return guardado;
  const campos = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const horas = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
  let formato: Intl.DateTimeFormat | null = null;
  try {
    formato = new Intl.DateTimeFormat('en-US', {
      timeZone: fuso,
      hourCycle: 'h23',
      ...campos,
      ...horas,
    });
  } catch {
    // A zone that this system does not know.
  }
  if (formatos.size > 100) formatos.clear();
  formatos.set(fuso, formato);
  return formato;
}

/** How far the zone's clocks are ahead of UTC at an instant. */
function offsetOf(formato: Intl.DateTimeFormat, instante: number): number {
  const lido: Record<string, number> = {};
  for (const { type, value } of formato.formatToParts(instante)) lido[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = lido;
  const relogio = Date.UTC(year, month - 1, day, hour, minute, second);
  return relogio - Math.floor(instante / 1000) * 1000;
}

/**
 * The time on a clock of `fuso`, as an instant. An hour that occurs twice (the end of summer time)
 * counts as the first; one that never occurs (its beginning) as if the clock had not changed.
 */
function fromLocal(relogio: number, fuso: string): Date | null {
  const formato = findFormato(fuso);
  if (!formato || toPlausibleDate(relogio) === null) return null;
  const dia = 24 * 60 * 60_000;
  const antes = offsetOf(formato, relogio - dia);
  const depois = offsetOf(formato, relogio + dia);
  const exatos = [antes, depois].filter((a) => offsetOf(formato, relogio - a) === a);
  return toPlausibleDate(relogio - Math.max(...(exatos.length > 0 ? exatos : [antes])));
}
