/** What is wrong with a file: every place counted, the first ones told. */
import { invalid, type Problem } from '../../platform/errors.ts';
import { number } from '../rotulos.ts';

const LISTADAS = 20;

/** A whole file refused in one sentence; the tool prints it and ends with 1. */
export const recusa = (frase: string): Problem => invalid({ arquivo: frase });

/** A value that cannot be taken; whoever reads the file knows where it stands. */
export class ValorErrado extends Error {
  readonly campo: string;

  constructor(campo: string, frase: string) {
    super(frase);
    this.campo = campo;
  }
}

/** What would command a terminal, turn its text around or break the line. */
const COMANDOS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/** A list of sentences that stays short, and each on its line, whatever the file brings. */
export class Lista {
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
    this.add(`Linha ${number(linha)}${onde ? `, ${onde}` : ''}: ${frase}`);
  }

  /** The first ones, and how many more there are. */
  lines(): string[] {
    const resto = this.#total - this.#frases.length;
    return resto > 0 ? [...this.#frases, `e mais ${number(resto)}.`] : this.#frases;
  }
}
