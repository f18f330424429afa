/**
 * What a camera may have meant by a text: the grammar of a plate and the characters that an OCR
 * takes for one another (openalpr #197, #203, #307, #502).
 */
import type { Nivel } from './passagem.ts';
import { chavePlaca, gemeaPlaca, tipoPlaca } from './placa.ts';

const GRUPOS = ['0ODQ', '1I', '2Z', '5S', '6G', '8B', 'HW'];

const LETRAS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITOS = '0123456789';

/** What may stand at each place of a plate: three letters, a digit, either, two digits. */
const GRAMATICA = [LETRAS, LETRAS, LETRAS, DIGITOS, LETRAS + DIGITOS, DIGITOS, DIGITOS];

/** The place that the official conversion changes: a confusion there may be another car's twin. */
const QUINTA = 4;

const TROCAS_MAXIMO = 2;

/** The nearest first. */
const ORDEM = ['provavel', 'possivel', undefined];

const seConfundem = (um: string, outro: string): boolean =>
  GRUPOS.some((grupo) => grupo.includes(um) && grupo.includes(outro));

/** The other characters that one is taken for. */
export const confundidas = (caractere: string): string[] =>
  [...(GRUPOS.find((grupo) => grupo.includes(caractere)) ?? '')].filter(
    (outro) => outro !== caractere,
  );

/** Plates within two swaps of confusable characters, the nearest first; the text itself is none. */
function swap(texto: string, lugares: number[]): string[] {
  let parciais = [{ placa: '', trocas: 0 }];
  for (const [lugar, caractere] of [...texto].entries()) {
    const aceitos = GRAMATICA[lugar] ?? '';
    const outros = lugares.includes(lugar) ? confundidas(caractere) : [];
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

const temTamanho = (texto: string): boolean => texto.length === GRAMATICA.length;

/** Plates that the text is likely to mean: confusions anywhere but at the fifth place. */
export const likely = (texto: string): string[] =>
  temTamanho(texto)
    ? swap(
        texto,
        LUGARES.filter((lugar) => lugar !== QUINTA),
      )
    : [];

/** Plates that the text may mean: a confusion at the fifth place too, or any one substitution. */
export function possible(texto: string): string[] {
  if (!temTamanho(texto)) return [];
  const errados = LUGARES.filter((lugar) => !GRAMATICA[lugar]?.includes(texto.charAt(lugar)));
  // One substitution makes a plate of a text only where it mends all that is wrong with it.
  const lugares = errados.length > 1 ? [] : errados.length === 1 ? errados : LUGARES;
  const substituidas = lugares.flatMap((lugar) => {
    const [antes, depois] = [texto.slice(0, lugar), texto.slice(lugar + 1)];
    return [...(GRAMATICA[lugar] ?? '')]
      .filter((outro) => outro !== texto.charAt(lugar))
      .map((outro) => antes + outro + depois);
  });
  return [...new Set([...swap(texto, LUGARES), ...substituidas])];
}

/** True when two texts differ, and only by characters that are taken for one another. */
export const isConfusion = (um: string, outro: string): boolean =>
  um !== outro &&
  um.length === outro.length &&
  [...um].every(
    (caractere, lugar) => caractere === outro[lugar] || seConfundem(caractere, outro.charAt(lugar)),
  );

/** How many places two texts of one length differ in; different lengths differ everywhere. */
export function distance(um: string, outro: string): number {
  if (um.length !== outro.length) return Math.max(um.length, outro.length);
  return [...um].filter((caractere, lugar) => caractere !== outro[lugar]).length;
}

/** A character as searched for, and the one that the register has in its place. */
export type Troca = { de: string; para: string };

const trocasEntre = (procurada: string, placa: string): (Troca & { lugar: number })[] =>
  [...procurada]
    .map((de, lugar) => ({ lugar, de, para: placa.charAt(lugar) }))
    .filter(({ de, para }) => de !== para);

function rungOf(trocas: ReturnType<typeof trocasEntre>): 'provavel' | 'possivel' | undefined {
  const confusao =
    trocas.length <= TROCAS_MAXIMO && trocas.every(({ de, para }) => seConfundem(de, para));
  if (confusao && trocas.every(({ lugar }) => lugar !== QUINTA)) return 'provavel';
  return confusao || trocas.length === 1 ? 'possivel' : undefined;
}

/** How near a registered plate is to the one searched for. */
export interface Parecenca {
  nivel: Exclude<Nivel, 'nenhuma'>;
  /** Where they differ, in the spelling of the car that is the nearer; none for the same car. */
  trocas: Troca[];
}

/**
 * Compares a normalised text with a plate of the register, by the rungs of the matching ladder:
 * `provavel` and `possivel` exactly where `likely` and `possible` lead to the car's key.
 * Undefined when they have nothing to do with each other.
 */
export function comparar(procurada: string, placa: string): Parecenca | undefined {
  if (procurada === placa) return { nivel: 'exata', trocas: [] };
  if (chavePlaca(procurada) === chavePlaca(placa)) return { nivel: 'equivalente', trocas: [] };
  if (!temTamanho(procurada) || !temTamanho(placa) || tipoPlaca(placa) === 'Inválida') return;
  const gemea = gemeaPlaca(placa);
  const [perto] = [placa, ...(gemea === undefined ? [] : [gemea])]
    .map((texto) => trocasEntre(procurada, texto))
    .map((trocas) => ({ nivel: rungOf(trocas), trocas }))
    .sort(
      (a, b) =>
        ORDEM.indexOf(a.nivel) - ORDEM.indexOf(b.nivel) || a.trocas.length - b.trocas.length,
    );
  if (!perto?.nivel) return;
  return { nivel: perto.nivel, trocas: perto.trocas.map(({ de, para }) => ({ de, para })) };
}

/** The rung alone. */
export const semelhanca = (procurada: string, placa: string): Parecenca['nivel'] | undefined =>
  comparar(procurada, placa)?.nivel;
