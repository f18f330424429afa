/** Reading makers' JSON without trusting it: own fields only, and null for what is not as said. */
import { isUtf8 } from 'node:buffer';
import { Ilegivel } from '../dialeto.ts';

export type Objeto = Record<string, unknown>;

/** Deeper than any maker's message; JSON.parse itself would go on for thousands of levels. */
const PROFUNDIDADE = 32;
const TEXTO_MAXIMO = 200;
/** Items of a list that are looked at: a message of a thousand cars is no message. */
const ITENS_MAXIMO = 64;

const utf8 = new TextDecoder('utf-8');
const INVISIVEL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]+/gu;

/** As `decodificar`, for cameras: a name of theirs in another charset must not cost the reading. */
export const decodificarTolerante = (bytes: Uint8Array): string => utf8.decode(bytes);

/** Where the text that opens at `inicio` closes: at the first quote that nothing escapes. */
function fimDoTexto(texto: string, inicio: number): number {
  let fim = texto.indexOf('"', inicio + 1);
  while (fim !== -1) {
    let barras = 0;
    while (texto[fim - 1 - barras] === '\\') barras += 1;
    if (barras % 2 === 0) return fim;
    fim = texto.indexOf('"', fim + 1);
  }
  return texto.length;
}

function isTooDeep(texto: string): boolean {
  let nivel = 0;
  for (let i = 0; i < texto.length; i += 1) {
    const c = texto[i];
    if (c === '"') i = fimDoTexto(texto, i);
    else if (c === '{' || c === '[') nivel += 1;
    else if (c === '}' || c === ']') nivel -= 1;
    if (nivel > PROFUNDIDADE) return true;
  }
  return false;
}

/**
 * The body as text.
 * @throws {Ilegivel} bytes that are not UTF-8
 */
export function decodificar(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new Ilegivel('O corpo da mensagem não está em UTF-8.');
  return utf8.decode(bytes);
}

/**
 * The value that a JSON text holds.
 * @throws {Ilegivel} anything but JSON of sane depth
 */
export function lerJson(texto: string): unknown {
  if (isTooDeep(texto)) throw new Ilegivel('O JSON da mensagem tem níveis demais.');
  try {
    return JSON.parse(texto);
  } catch {
    throw new Ilegivel('O corpo da mensagem não é um JSON válido.');
  }
}

/**
 * As `lerJson`, and an object.
 * @throws {Ilegivel} any other value
 */
export function lerObjeto(texto: string): Objeto {
  const lido = objeto(lerJson(texto));
  if (!lido) throw new Ilegivel('O corpo da mensagem não é um objeto JSON.');
  return lido;
}

/** The value as an object, or null (a list is none). */
export function objeto(valor: unknown): Objeto | null {
  return typeof valor === 'object' && valor !== null && !Array.isArray(valor)
    ? (valor as Objeto)
    : null;
}

/** The value of an object's own field, at the end of a path of names. */
export function campo(origem: unknown, ...nomes: string[]): unknown {
  let valor = origem;
  for (const nome of nomes) {
    const pai = objeto(valor);
    if (!pai || !Object.hasOwn(pai, nome)) return undefined;
    valor = pai[nome];
  }
  return valor;
}

/** The value as a list, cut to a sane length; [] when it is none. */
export function lista(valor: unknown): unknown[] {
  return Array.isArray(valor) ? valor.slice(0, ITENS_MAXIMO) : [];
}

/** A text or a number as one line of text; null when empty or something else. */
export function texto(valor: unknown, maximo = TEXTO_MAXIMO): string | null {
  if (typeof valor === 'number') return Number.isFinite(valor) ? String(valor) : null;
  if (typeof valor !== 'string') return null;
  // Cut first: cleaning a megabyte to keep a line would be work for nothing.
  const limpo = valor
    .slice(0, maximo * 4)
    .replace(INVISIVEL, ' ')
    .trim();
  return limpo.slice(0, maximo).toWellFormed().trim() || null;
}

/** A number, or a text that is one (makers send both); null otherwise. */
export function numero(valor: unknown): number | null {
  if (typeof valor === 'number') return Number.isFinite(valor) ? valor : null;
  if (typeof valor !== 'string' || valor.length > 40 || valor.trim() === '') return null;
  const lido = Number(valor);
  return Number.isFinite(lido) ? lido : null;
}

/** A confidence on its maker's scale as 0 to 1; null when it is outside the scale. */
export function confianca(valor: unknown, escala = 1): number | null {
  const lido = numero(valor);
  return lido === null || lido < 0 || lido > escala ? null : lido / escala;
}

/** The item that its maker is surest of (`score`, or `confidence`): the first of the best. */
export function melhor(valor: unknown): unknown {
  let eleito: unknown;
  let nota = Number.NEGATIVE_INFINITY;
  for (const item of lista(valor)) {
    const sua = numero(campo(item, 'score')) ?? numero(campo(item, 'confidence')) ?? -1;
    if (sua > nota) [eleito, nota] = [item, sua];
  }
  return eleito;
}
