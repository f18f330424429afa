/** The place of a value in the text of a JSON: searched only when there is an error. */

import { breathe } from '../../platform/db/slices.ts';

/** Keys and indexes from the outermost: ['tipos', '1', 3]. */
export type Caminho = readonly (string | number)[];

/** No catalogue is deeper, so deeper values are refused. */
export const MAXIMO_FUNDO = 24;
const LITERAL = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/** 'tipos.1[3].modelos[12]' */
export const pathOf = (caminho: Caminho): string =>
  caminho.reduce<string>(
    (texto, parte) =>
      typeof parte === 'number' ? `${texto}[${parte}]` : `${texto}${texto && '.'}${parte}`,
    '',
  );

interface Cursor {
  texto: string;
  em: number;
  /** Of the value that is being read. */
  caminho: Caminho;
}

class JsonFault extends Error {}

const peek = ({ texto, em }: Cursor): string => texto[em] ?? '';

function space(cursor: Cursor): void {
  while (peek(cursor) !== '' && ' \t\r\n'.includes(peek(cursor))) cursor.em += 1;
}

function take(cursor: Cursor, sinal: string): void {
  space(cursor);
  if (peek(cursor) !== sinal) throw new JsonFault();
  cursor.em += 1;
}

function takeString(cursor: Cursor): string {
  const inicio = cursor.em;
  take(cursor, '"');
  while (peek(cursor) !== '"') {
    if (peek(cursor) < ' ') throw new JsonFault();
    cursor.em += peek(cursor) === '\\' ? 2 : 1;
  }
  cursor.em += 1;
  try {
    return JSON.parse(cursor.texto.slice(inicio, cursor.em)) as string;
  } catch {
    throw new JsonFault();
  }
}

/**
 * Stops at the start of each value, the outermost first. @throws {JsonFault} when the text is not
 * JSON
 */
function* walk(cursor: Cursor): Generator<void> {
  space(cursor);
  yield;
  const { caminho } = cursor;
  const [abre, fim] = [peek(cursor), { '[': ']', '{': '}' }[peek(cursor)]];
  if (fim) {
    if (caminho.length >= MAXIMO_FUNDO) throw new JsonFault();
    cursor.em += 1;
    space(cursor);
    for (let i = 0; peek(cursor) !== fim; i += 1) {
      if (i > 0) take(cursor, ',');
      space(cursor);
      const chave = abre === '[' ? i : takeString(cursor);
      if (abre === '{') take(cursor, ':');
      cursor.caminho = [...caminho, chave];
      yield* walk(cursor);
      cursor.caminho = caminho;
      space(cursor);
    }
    cursor.em += 1;
  } else if (abre === '"') takeString(cursor);
  else {
    LITERAL.lastIndex = cursor.em;
    const lido = LITERAL.exec(cursor.texto);
    if (!lido) throw new JsonFault();
    cursor.em += lido[0].length;
  }
}

function lineAt(texto: string, em: number): number {
  let linha = 1;
  for (let i = texto.indexOf('\n'); i >= 0 && i < em; i = texto.indexOf('\n', i + 1)) linha += 1;
  return linha;
}

const PASSOS = 10_000;

/** Reads to the end or the first error, and lets other requests run in between. */
async function walkThrough(cursor: Cursor, visit: () => void): Promise<boolean> {
  try {
    let passos = 0;
    for (const _ of walk(cursor)) {
      visit();
      passos += 1;
      if (passos % PASSOS === 0) await breathe();
    }
    space(cursor);
    return peek(cursor) === '';
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return false;
  }
}

/** The place where the text stops being JSON. */
export async function findFault(texto: string) {
  const cursor: Cursor = { texto, em: 0, caminho: [] };
  await walkThrough(cursor, () => undefined);
  const { em, caminho } = cursor;
  let frase = 'o JSON não está bem formado aqui.';
  if (peek(cursor) === '') frase = 'o arquivo acaba no meio. Ele está completo?';
  else if (caminho.length >= MAXIMO_FUNDO) frase = 'está aninhado demais.';
  return { linha: lineAt(texto, em), caminho, frase };
}

/** The lines on which these values begin; for a missing field, the line of its object. */
export async function findLines(texto: string, caminhos: Caminho[]): Promise<number[]> {
  const linhas = caminhos.map(() => 1);
  if (caminhos.length === 0) return linhas;
  const cursor: Cursor = { texto, em: 0, caminho: [] };
  await walkThrough(cursor, () => {
    const aqui = cursor.caminho;
    for (const [i, caminho] of caminhos.entries()) {
      if (aqui.length > caminho.length || aqui.at(-1) !== caminho[aqui.length - 1]) continue;
      if (aqui.every((parte, j) => parte === caminho[j])) linhas[i] = lineAt(texto, cursor.em);
    }
  });
  return linhas;
}
