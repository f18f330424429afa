/** Finds a person in any text: by name, contact, matrícula and plate, however they are written. */
import { findGemea } from '@unipark/contract/placa';
import { foldText } from '@unipark/contract/texto';

/** What names a person. */
export interface PersonTexts {
  matriculas: string[];
  /** Names and addresses: whole words, without case and accents. */
  textos: string[];
  telefones: string[];
  /** Identity keys of the cars. */
  chaves: string[];
}

/** Whether one of these texts names the person. */
export type PersonTest = (...textos: (string | null)[]) => boolean;

/** A shorter number is found in places that mean something else: it counts only as a whole value. */
const MATRICULA_CURTA = 5;

const quote = (texto: string): string => texto.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const whole = (padrao: string): string => `(?<![a-z0-9])${padrao}(?![a-z0-9])`;
/** The characters with at most three others between two of them: '(35) 99123-4567'. */
const spaced = (texto: string): string => [...texto].map(quote).join('[^a-z0-9]{0,3}');
const words = (texto: string): string =>
  foldText(texto).trim().split(/\s+/).map(quote).join('\\s+');

/** Answers whether a text names the person. */
export function createPersonFinder({
  matriculas,
  textos,
  telefones,
  chaves,
}: PersonTexts): PersonTest {
  const placas = chaves.flatMap((chave) => [chave, findGemea(chave) ?? chave]);
  const padroes = [
    ...textos.filter((texto) => texto.trim() !== '').map((texto) => whole(words(texto))),
    ...telefones.map((telefone) => whole(spaced(telefone))),
    ...placas.map((placa) => whole(spaced(foldText(placa)))),
    ...matriculas.map((matricula) =>
      matricula.length < MATRICULA_CURTA
        ? `"${quote(foldText(matricula))}"`
        : whole(quote(foldText(matricula))),
    ),
  ];
  const padrao = new RegExp(padroes.join('|') || '(?!)');
  return (...lidos) => lidos.some((texto) => texto !== null && padrao.test(foldText(texto)));
}
