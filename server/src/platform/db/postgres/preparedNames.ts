/** Names of repeated statements: PostgreSQL parses a named one once for each connection. */

/** From here on a text is repeated, such as those of the hot path. */
const REPETIDA = 3;
/** Texts that are counted, and so at most as many named statements on a connection. */
const MAXIMO = 400;
/**
 * A search is planned for the words that it has: after a few runs PostgreSQL keeps one plan of a
 * named statement for all values, and for rare words that plan may read the whole table.
 */
const BUSCA = / like \$/;

export class PreparedNames {
  readonly #textos = new Map<string, { vezes: number; nome: string }>();
  #numero = 0;

  /** The name of a text that ran several times. A name is never given to another text. */
  nameOf(sql: string): string | undefined {
    if (BUSCA.test(sql)) return undefined;
    const texto = this.#textos.get(sql) ?? this.#add(sql);
    if (!texto) return undefined;
    texto.vezes += 1;
    return texto.vezes > REPETIDA ? texto.nome : undefined;
  }

  #add(sql: string) {
    if (this.#textos.size >= MAXIMO) this.#forgetRare();
    if (this.#textos.size >= MAXIMO) return undefined;
    this.#numero += 1;
    const texto = { vezes: 0, nome: `u${this.#numero}` };
    this.#textos.set(sql, texto);
    return texto;
  }

  #forgetRare(): void {
    for (const [sql, { vezes }] of this.#textos) {
      if (vezes <= REPETIDA) this.#textos.delete(sql);
    }
  }
}
