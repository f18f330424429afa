/** What a row of the reliability bar is made of. */

/** A question asked of a running application, and whether the answer was the promised one. */
export interface Medida {
  /** Counts one check; a failed one says what was promised and what came instead. */
  check(ok: boolean, promessa: string, veio?: unknown): void;
  /** A figure worth keeping; printed, never judged. */
  note(nome: string, valor: string | number): void;
  /** Random numbers of this run: the same seed gives the same run. */
  random(): number;
  /** Release numbers instead of the quick ones. */
  completa: boolean;
}

export interface Linha {
  /** As in the reliability page: 'S3', 'R11', … */
  id: string;
  /** What is promised, in one sentence. */
  promessa: string;
  /** The check against the real application. */
  run(medida: Medida): Promise<void>;
  /**
   * The same check, in its shortest form, against an application with a fault planted in it: it has
   * to find the fault, so a canary without a failed check makes the row red.
   */
  canary(medida: Medida): Promise<void>;
}
