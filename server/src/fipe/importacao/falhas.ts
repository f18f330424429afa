/** The errors of a file: all are counted, the first ones are listed. */
import { invalid, type Problem } from '../../platform/errors.ts';
import { number } from '../rotulos.ts';

/** Errors that are listed; the others are counted. */
export const LISTADAS = 20;

/** A whole file refused in one sentence; the tool prints it and ends with 1. */
export const refusedArquivo = (frase: string): Problem => invalid({ arquivo: frase });

/** An invalid value; the reader of the file adds its place. */
export class WrongValue extends Error {
  readonly campo: string;

  constructor(campo: string, frase: string) {
    super(frase);
    this.campo = campo;
  }
}

/** Characters that control a terminal, reverse its text or break the line. */
const COMANDOS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

export const atLine = (linha: number): string => `Linha ${number(linha)}`;

/** A short list of sentences, each on its own line, for any content of the file. */
export class FaultList {
  readonly #frases: string[] = [];
  #total = 0;

  get total(): number {
    return this.#total;
  }

  add(frase: string): void {
    this.#total += 1;
    if (this.#frases.length < LISTADAS) this.#frases.push(frase.replace(COMANDOS, '�'));
  }

  /** 'Linha 1.203, coluna tipo: …' */
  addAt(linha: number, onde: string | undefined, frase: string): void {
    this.add(`${atLine(linha)}${onde ? `, ${onde}` : ''}: ${frase}`);
  }

  /** The first ones, and how many more there are. */
  lines(): string[] {
    const resto = this.#total - this.#frases.length;
    return resto > 0 ? [...this.#frases, `e mais ${number(resto)}.`] : this.#frases;
  }
}
