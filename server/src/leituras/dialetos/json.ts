/** Makers' JSON, not trusted: own fields only, and null for a value of another type. */
import { isUtf8 } from 'node:buffer';
import { cleanLine } from '@unipark/contract/texto';
import { Problem } from '../../platform/errors.ts';
import { endOfText } from '../../platform/http/jsonKeys.ts';
import { Ilegivel } from '../dialeto.ts';

export type JsonObject = Record<string, unknown>;

/** Deeper than any maker's message; JSON.parse itself accepts thousands of levels. */
const PROFUNDIDADE = 32;
/** A message with more values is not a reading. */
const SINAIS_MAXIMO = 50_000;
const TEXTO_MAXIMO = 200;
/** Items of a list that are read: a message of a thousand cars is not valid. */
const ITENS_MAXIMO = 64;

const utf8 = new TextDecoder('utf-8');

/** As `decodeText`, for cameras: a name in another charset must not lose the reading. */
export const decodeLoosely = (bytes: Uint8Array): string => utf8.decode(bytes);

/**
 * Counts levels, commas and brackets before a JSON is parsed; in Latin-1 the bytes of a text have
 * the same signs.
 * @throws {Ilegivel} too many levels
 * @throws {Problem} 413 for more values than a reading has
 */
export function checkJson(texto: string): void {
  let nivel = 0;
  let sinais = 0;
  for (let i = 0; i < texto.length; i += 1) {
    const c = texto[i];
    if (c === '"') i = endOfText(texto, i);
    else if (c === '}' || c === ']') nivel -= 1;
    else if (c === ',') sinais += 1;
    else if (c === '{' || c === '[') {
      nivel += 1;
      sinais += 1;
      if (nivel > PROFUNDIDADE) throw new Ilegivel('O JSON da mensagem tem níveis demais.');
    }
    if (sinais > SINAIS_MAXIMO) {
      throw new Problem(413, 'corpo-grande', 'O JSON da mensagem tem valores demais.');
    }
  }
}

/**
 * The body as text.
 * @throws {Ilegivel} bytes that are not UTF-8
 */
export function decodeText(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new Ilegivel('O corpo da mensagem não está em UTF-8.');
  return utf8.decode(bytes);
}

/**
 * The value of a JSON text.
 * @throws {Ilegivel} a text that is not JSON
 * @throws as `checkJson`
 */
export function parseJson(texto: string): unknown {
  checkJson(texto);
  try {
    return JSON.parse(texto);
  } catch {
    throw new Ilegivel('O corpo da mensagem não é um JSON válido.');
  }
}

/**
 * As `parseJson`, for an object.
 * @throws {Ilegivel} any other value
 */
export function parseObjeto(texto: string): JsonObject {
  const lido = toObjeto(parseJson(texto));
  if (!lido) throw new Ilegivel('O corpo da mensagem não é um objeto JSON.');
  return lido;
}

/** The value as an object, or null (also for a list). */
export function toObjeto(valor: unknown): JsonObject | null {
  return typeof valor === 'object' && valor !== null && !Array.isArray(valor)
    ? (valor as JsonObject)
    : null;
}

/** The value of an object's own field, at the end of a path of names. */
export function findCampo(origem: unknown, ...nomes: string[]): unknown {
  let valor = origem;
  for (const nome of nomes) {
    const pai = toObjeto(valor);
    if (!pai || !Object.hasOwn(pai, nome)) return undefined;
    valor = pai[nome];
  }
  return valor;
}

/** The value as a list, cut to a maximum; [] when it is not one. */
export function toLista(valor: unknown): unknown[] {
  return Array.isArray(valor) ? valor.slice(0, ITENS_MAXIMO) : [];
}

/** A text or a number as one line of text; null when it is empty or of another type. */
export function toTexto(valor: unknown, maximo = TEXTO_MAXIMO): string | null {
  if (typeof valor === 'number') return Number.isFinite(valor) ? String(valor) : null;
  if (typeof valor !== 'string') return null;
  // Cut before the cleaning, so that a megabyte is not cleaned for one line.
  const limpo = cleanLine(valor.slice(0, maximo * 4));
  return limpo.slice(0, maximo).toWellFormed().trim() || null;
}

/** A number, or a text with a number (makers send both); null otherwise. */
export function toNumero(valor: unknown): number | null {
  if (typeof valor === 'number') return Number.isFinite(valor) ? valor : null;
  if (typeof valor !== 'string' || valor.length > 40 || valor.trim() === '') return null;
  const lido = Number(valor);
  return Number.isFinite(lido) ? lido : null;
}

/** A confidence in its maker's scale as 0 to 1; null when it is outside the scale. */
export function toConfianca(valor: unknown, escala = 1): number | null {
  const lido = toNumero(valor);
  return lido === null || lido < 0 || lido > escala ? null : lido / escala;
}

/** The item with the highest `score` or `confidence`; the first of equal ones. */
export function pickBest(valor: unknown): unknown {
  let eleito: unknown;
  let nota = Number.NEGATIVE_INFINITY;
  for (const item of toLista(valor)) {
    const sua = toNumero(findCampo(item, 'score')) ?? toNumero(findCampo(item, 'confidence')) ?? -1;
    if (sua > nota) [eleito, nota] = [item, sua];
  }
  return eleito;
}
