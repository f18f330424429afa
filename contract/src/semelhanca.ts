/**
 * The plates that a misread text may mean: the grammar of a plate and the characters that OCR
 * confuses (openalpr #197, #203, #307, #502).
 */
import type { Nivel } from './passagem.ts';
import { findGemea, isPlacaValida, keyOfPlaca } from './placa.ts';

const GRUPOS = ['0ODQ', '1I', '2Z', '5S', '6G', '8B', 'HW'];

const LETRAS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITOS = '0123456789';

/** The characters allowed at each place of a plate: three letters, a digit, either, two digits. */
const GRAMATICA = [LETRAS, LETRAS, LETRAS, DIGITOS, LETRAS + DIGITOS, DIGITOS, DIGITOS];

/** The official conversion changes this place: a confusion there may be another car's twin. */
const QUINTA = 4;

const TROCAS_MAXIMO = 2;

/** The nearest first. */
const ORDEM = ['provavel', 'possivel', undefined];

const areConfusable = (um: string, outro: string): boolean =>
  GRUPOS.some((grupo) => grupo.includes(um) && grupo.includes(outro));

/** The other characters that OCR confuses with this one. */
export const confusableWith = (caractere: string): string[] =>
  [...(GRUPOS.find((grupo) => grupo.includes(caractere)) ?? '')].filter(
    (outro) => outro !== caractere,
  );

/** Plates within two swaps of confusable characters, the nearest first, without the text itself. */
function swap(texto: string, lugares: number[]): string[] {
  let parciais = [{ placa: '', trocas: 0 }];
  for (const [lugar, caractere] of [...texto].entries()) {
    const aceitos = GRAMATICA[lugar] ?? '';
    const outros = lugares.includes(lugar) ? confusableWith(caractere) : [];
    const opcoes = [caractere, ...outros].filter((opcao) => aceitos.includes(opcao));
    parciais = parciais
      .flatMap(({ placa, trocas }) =>
        opcoes.map((opcao) => ({
          placa: placa + opcao,
          trocas: trocas + Number(opcao !== caractere),
        })),
      )
      .filter(({ trocas }) => trocas <= TROCAS_MAXIMO);
  }
  return parciais
    .filter(({ trocas }) => trocas > 0)
    .sort((a, b) => a.trocas - b.trocas)
    .map(({ placa }) => placa);
}

const LUGARES = [...GRAMATICA.keys()];

const hasPlacaLength = (texto: string): boolean => texto.length === GRAMATICA.length;

/** Plates that the text probably means: confusions at any place but the fifth. */
export const likely = (texto: string): string[] =>
  hasPlacaLength(texto)
    ? swap(
        texto,
        LUGARES.filter((lugar) => lugar !== QUINTA),
      )
    : [];

/** Plates that the text possibly means: also by the fifth place, or any one substitution. */
export function possible(texto: string): string[] {
  if (!hasPlacaLength(texto)) return [];
  const errados = LUGARES.filter((lugar) => !GRAMATICA[lugar]?.includes(texto.charAt(lugar)));
  // One substitution makes a plate of a text only when no other place is wrong.
  const lugares = errados.length > 1 ? [] : errados.length === 1 ? errados : LUGARES;
  const substituidas = lugares.flatMap((lugar) => {
    const [antes, depois] = [texto.slice(0, lugar), texto.slice(lugar + 1)];
    return [...(GRAMATICA[lugar] ?? '')]
      .filter((outro) => outro !== texto.charAt(lugar))
      .map((outro) => antes + outro + depois);
  });
  return [...new Set([...swap(texto, LUGARES), ...substituidas])];
}

/** True when two texts differ, and only by characters that OCR confuses. */
export const isConfusion = (um: string, outro: string): boolean =>
  um !== outro &&
  um.length === outro.length &&
  [...um].every(
    (caractere, lugar) =>
      caractere === outro[lugar] || areConfusable(caractere, outro.charAt(lugar)),
  );

/** In how many places two texts differ; texts of different lengths differ in all. */
export function distance(um: string, outro: string): number {
  if (um.length !== outro.length) return Math.max(um.length, outro.length);
  return [...um].filter((caractere, lugar) => caractere !== outro[lugar]).length;
}

/** A character of the search, and the character of the register in its place. */
export type Troca = { de: string; para: string };

/** With its place, from 0. */
export type Diferenca = Troca & { lugar: number };

/** None for texts of different lengths: they have no common places. */
const listTrocas = (procurada: string, placa: string): Diferenca[] =>
  procurada.length !== placa.length
    ? []
    : [...procurada]
        .map((de, lugar) => ({ lugar, de, para: placa.charAt(lugar) }))
        .filter(({ de, para }) => de !== para);

/**
 * Where a text differs from a plate. The place of the official conversion does not count for a
 * car's other plate.
 */
export function listDiferencas(texto: string, placa: string): Diferenca[] {
  const diretas = listTrocas(texto, placa);
  const gemea = findGemea(placa);
  const pelaGemea = gemea === undefined ? diretas : listTrocas(texto, gemea);
  return pelaGemea.length < diretas.length ? pelaGemea : diretas;
}

function rungOf(trocas: Diferenca[]): 'provavel' | 'possivel' | undefined {
  const confusao =
    trocas.length <= TROCAS_MAXIMO && trocas.every(({ de, para }) => areConfusable(de, para));
  if (confusao && trocas.every(({ lugar }) => lugar !== QUINTA)) return 'provavel';
  return confusao || trocas.length === 1 ? 'possivel' : undefined;
}

/** How near a registered plate is to the searched one. */
export interface Semelhanca {
  nivel: Exclude<Nivel, 'nenhuma'>;
  /** Compared with the nearer of the car's two plates; empty for the same car. */
  trocas: Troca[];
}

/**
 * Compares a normalised text with a registered plate by the levels of the matching ladder:
 * `provavel` and `possivel` exactly when `likely` and `possible` lead to the car's key. Undefined
 * when they are not similar.
 */
export function comparePlacas(procurada: string, placa: string): Semelhanca | undefined {
  if (procurada === placa) return { nivel: 'exata', trocas: [] };
  if (keyOfPlaca(procurada) === keyOfPlaca(placa)) return { nivel: 'equivalente', trocas: [] };
  if (!hasPlacaLength(procurada) || !hasPlacaLength(placa) || !isPlacaValida(placa)) return;
  const gemea = findGemea(placa);
  const [perto] = [placa, ...(gemea === undefined ? [] : [gemea])]
    .map((texto) => listTrocas(procurada, texto))
    .map((trocas) => ({ nivel: rungOf(trocas), trocas }))
    .sort(
      (a, b) =>
        ORDEM.indexOf(a.nivel) - ORDEM.indexOf(b.nivel) || a.trocas.length - b.trocas.length,
    );
  if (!perto?.nivel) return;
  return { nivel: perto.nivel, trocas: perto.trocas.map(({ de, para }) => ({ de, para })) };
}

/** The level alone. */
export const findSemelhanca = (procurada: string, placa: string): Semelhanca['nivel'] | undefined =>
  comparePlacas(procurada, placa)?.nivel;
