/**
 * JSON as it streams by: the containers of a catalogue are walked through, and each thing inside
 * them (a make with its models, a price record) is put together alone, with the line of each part.
 */
import type { Token } from 'stream-json/core/parser.js';
import { chaveDeNome } from './campos.ts';
import { ValorErrado } from './falhas.ts';

/** One value of the file and the line on which it begins. */
export interface No {
  linha: number;
  /** Of a text, a number, true or false; undefined for null. */
  texto?: string;
  campos?: Map<string, No>;
  itens?: No[];
}

/** Something whole, and where in the file it was. */
export interface Elemento {
  no: No;
  /** A container that ended: what was in it went before, its plain values are left. */
  recipiente: boolean;
  /** Keys and places from the outermost: ['tipos', '1', 3]. */
  caminho: (string | number)[];
  /** Plain values of the containers around it, the nearest last. */
  arredores: Map<string, No>[];
}

const MAXIMO_TEXTO = 4_000;
const MAXIMO_NOS = 500_000;
const MAXIMO_FUNDO = 24;

/** Keys that hold many things: what is inside them is put together one by one. */
const RECIPIENTES = new Set(
  `tipos types 1 2 3 carro carros cars moto motos motorcycles caminhao caminhoes trucks marcas brands
  makes data dados veiculos vehicles results resultados registros items fipe tabela`.split(/\s+/),
);

/** 'tipos.1[3].modelos[12]' */
export const pathOf = (caminho: readonly (string | number)[]): string =>
  caminho.reduce<string>(
    (texto, parte) =>
      typeof parte === 'number' ? `${texto}[${parte}]` : `${texto}${texto && '.'}${parte}`,
    '',
  );

/** An object or a list that has begun. */
interface Moldura {
  no: No;
  /** Of the value that comes, or came last. */
  chave: string;
  indice: number;
  /** Walked through: what is in it is delivered one by one. Otherwise it is put together whole. */
  aberta: boolean;
}

/** Puts elements together out of what a tokenizer says. */
export class Montador {
  readonly #pilha: Moldura[] = [];
  readonly #deliver: (elemento: Elemento) => void;
  #texto: string | undefined;
  #nos = 0;
  /** Of what comes now. */
  linha = 1;

  constructor(deliver: (elemento: Elemento) => void) {
    this.#deliver = deliver;
  }

  /** Something has begun and not ended. */
  get pendente(): boolean {
    return this.#pilha.length > 0 || this.#texto !== undefined;
  }

  /** Keys and places down to where the reading is. */
  get caminho(): (string | number)[] {
    return this.#pilha
      .map(({ no, chave, indice }) => (no.itens ? indice : chave))
      .filter((parte) => parte !== '' && parte !== -1);
  }

  #send(no: No, recipiente = false): void {
    const arredores = this.#pilha.flatMap(({ no: { campos } }) => campos ?? []);
    this.#deliver({ no, recipiente, caminho: this.caminho, arredores });
  }

  /** Whether what begins in `pai` is walked through; it opens `pai` too where that holds many things. */
  #opens(no: No, pai: Moldura | undefined): boolean {
    if (!pai) return no.itens !== undefined;
    if (pai.no.itens) return pai.aberta && no.itens !== undefined;
    const recipiente = RECIPIENTES.has(chaveDeNome(pai.chave));
    if (pai.aberta) return recipiente || no.itens !== undefined;
    const inteiro = this.#pilha.at(-2)?.aberta ?? true;
    if (recipiente && inteiro) pai.aberta = true;
    return pai.aberta;
  }

  #begin(no: No): void {
    if (this.#pilha.length >= MAXIMO_FUNDO) throw new ValorErrado('', 'está aninhado demais.');
    const pai = this.#next();
    const aberta = this.#opens(no, pai);
    if (pai && !pai.aberta) this.#attach(pai, no);
    else if (!aberta) this.#nos = 0;
    this.#pilha.push({ no, chave: '', indice: -1, aberta });
  }

  #end(): void {
    const fim = this.#pilha.pop();
    if (!fim || this.#pilha.at(-1)?.aberta === false) return;
    if (!fim.aberta) this.#send(fim.no);
    else if (fim.no.campos) this.#send(fim.no, true);
  }

  #value(texto: string | undefined): void {
    const no: No = { linha: this.linha, ...(texto !== undefined && { texto }) };
    const pai = this.#next();
    if (pai && !(pai.aberta && pai.no.itens)) this.#attach(pai, no);
    else this.#send(no);
  }

  /** What a value stands in, its place there counted. */
  #next(): Moldura | undefined {
    const pai = this.#pilha.at(-1);
    if (pai) pai.indice += 1;
    return pai;
  }

  #attach(pai: Moldura, no: No): void {
    this.#nos += 1;
    if (this.#nos > MAXIMO_NOS) throw new ValorErrado('', 'tem itens demais para uma marca só.');
    pai.no.itens?.push(no);
    pai.no.campos?.set(pai.chave, no);
  }

  #grow(parte: string): void {
    this.#texto = `${this.#texto ?? ''}${parte}`;
    if (this.#texto.length > MAXIMO_TEXTO) {
      throw new ValorErrado('', `tem um texto de mais de ${MAXIMO_TEXTO} caracteres.`);
    }
  }

  #taken(): string {
    const texto = this.#texto ?? '';
    this.#texto = undefined;
    return texto;
  }

  /** @throws {ValorErrado} for what is too deep, too long or too much */
  take(token: Token): void {
    const { name } = token;
    if (name === 'startObject') this.#begin({ linha: this.linha, campos: new Map() });
    else if (name === 'startArray') this.#begin({ linha: this.linha, itens: [] });
    else if (name === 'endObject' || name === 'endArray') this.#end();
    else if (name === 'startKey' || name === 'startString' || name === 'startNumber') {
      this.#texto = '';
    } else if (name === 'stringChunk' || name === 'numberChunk') this.#grow(token.value);
    else if (name === 'endKey') {
      const pai = this.#pilha.at(-1);
      if (pai) pai.chave = this.#taken();
    } else if (name === 'endString' || name === 'endNumber') this.#value(this.#taken());
    else if (name === 'nullValue') this.#value(undefined);
    else if (name === 'trueValue' || name === 'falseValue') this.#value(String(token.value));
  }
}
