/** The faults seen on the database's files and disk: which of them counts, and what ends it. */
import type { StorageFault } from '../errors.ts';
import type { Reserve } from './reserve.ts';

/** A failed read is reported for this long. */
const LEITURA_MS = 30_000;

export class FaultRecord {
  readonly #reserve: Pick<Reserve, 'isFull'>;
  #trocado = false;
  #danificado = false;
  #escrita: StorageFault | null = null;
  #leitura: { falha: StorageFault; ate: number } | null = null;

  constructor(reserve: Pick<Reserve, 'isFull'>) {
    this.#reserve = reserve;
  }

  /** First what no later success ends, then the last write's fault, then a recent read's. */
  get current(): StorageFault | null {
    if (this.#trocado) return 'trocado';
    if (this.#danificado) return 'danificado';
    if (this.#reserve.isFull) return 'cheio';
    const lida = this.#leitura;
    return this.#escrita ?? (lida && lida.ate > performance.now() ? lida.falha : null);
  }

  /** Another file stands in the place of the open one: until the process ends. */
  get isMoved(): boolean {
    return this.#trocado;
  }

  /** Whether the last write failed by a fault that a success ends. */
  get isWriteFailing(): boolean {
    return this.#escrita !== null;
  }

  /** Keeps the fault of a write, or with `lendo` of a read. */
  note(falha: StorageFault, lendo: boolean): void {
    if (falha === 'trocado') this.#trocado = true;
    else if (falha === 'danificado') this.#danificado = true;
    else if (falha === 'cheio') this.#reserve.isFull = true;
    else if (lendo) this.#leitura = { falha, ate: performance.now() + LEITURA_MS };
    else this.#escrita = falha;
  }

  /** A write succeeded. */
  endWriteFault(): void {
    this.#escrita = null;
  }
}
