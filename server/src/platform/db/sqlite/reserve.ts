/** A file that is deleted when the disk is full: room for sessions and the audit. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { freeBytes } from './files.ts';

const MAIOR = 8 * 1_048_576;
/** At most this fraction of a small disk. */
const PARTE = 8;
const PEDACO = 65_536;

/** Free bytes that do not count as free: the database files grow by more at once. */
const FOLGA = 256 * 1024;

export class Reserve {
  readonly #arquivo: string;
  readonly #pasta: string;
  readonly #tell: (mensagem: string, dados: Record<string, unknown>) => void;
  #tamanho: number;
  #cedidaEm = Number.NEGATIVE_INFINITY;
  /** Released bytes: the disk counts as full until they are free again. */
  #cedidos = 0;
  /** Whether the disk was full, and has no space again yet. */
  isFull = false;

  constructor(
    arquivo: string,
    tell: (mensagem: string, dados: Record<string, unknown>) => void = () => undefined,
  ) {
    this.#arquivo = arquivo;
    this.#pasta = dirname(arquivo);
    this.#tell = tell;
    this.#tamanho = statSync(arquivo, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** True within a second of `release`. */
  get isJustReleased(): boolean {
    return performance.now() - this.#cedidaEm < 1_000;
  }

  /** Frees space for a start: on a full disk the growth of mapped files would end the process. */
  makeRoom(): void {
    if (freeBytes(this.#pasta) > FOLGA) return;
    this.isFull = true;
    this.release();
  }

  /**
   * Measures the free space: when a full disk has space again, it is no longer full and the reserve
   * is allocated again.
   */
  measure(): void {
    const livre = freeBytes(this.#pasta);
    if (this.isFull && livre >= this.#cedidos + 2 * FOLGA) {
      this.isFull = false;
      this.#cedidos = 0;
      this.#tell('there is room on the disk again', { livre });
    }
    if (!this.isFull) this.take(livre - FOLGA);
  }

  /** Allocates the reserve, with `livre` bytes free. On failure it removes the partial file. */
  take(livre: number): void {
    const tamanho = Math.min(MAIOR, Math.floor(livre / PARTE / PEDACO) * PEDACO);
    if (this.#tamanho > 0 || tamanho <= 0) return;
    try {
      const fd = openSync(this.#arquivo, 'w', 0o600);
      try {
        // Random bytes: a compressing file system would store zeros in no space.
        const pedaco = randomBytes(PEDACO);
        for (let feito = 0; feito < tamanho; feito += PEDACO) writeSync(fd, pedaco);
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
      this.#tamanho = tamanho;
    } catch {
      this.#remove();
    }
  }

  /** Releases the reserve; false when there was none. */
  release(): boolean {
    const bytes = this.#remove();
    if (bytes === 0) return false;
    this.#cedidos = bytes;
    this.#cedidaEm = performance.now();
    this.#tell('reserved disk space given up', { bytes });
    return true;
  }

  /** @returns how many bytes were removed */
  #remove(): number {
    try {
      rmSync(this.#arquivo, { force: true });
    } catch {
      // A read-only disk frees nothing.
      return 0;
    }
    const havia = this.#tamanho;
    this.#tamanho = 0;
    return havia;
  }
}
