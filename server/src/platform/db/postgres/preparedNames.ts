/** Names of repeated statements: PostgreSQL parses a named one once for each connection. */
import { PLANNED_EACH_TIME } from '../dialect.ts';

/** From here on a text is repeated, such as those of the hot path. */
const REPETIDA = 3;
/** Texts that are counted, and so at most as many named statements on a connection. */
const MAXIMO = 400;

export class PreparedNames {
  readonly #textos = new Map<string, { vezes: number; nome: string }>();
  #numero = 0;

  /**
   * The name of a text that ran several times. A name is never given to another text. After a few
   * runs PostgreSQL may keep one plan of a named statement for all values.
   */
  nameOf(sql: string): string | undefined {
    if (sql.includes(PLANNED_EACH_TIME)) return undefined;
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
