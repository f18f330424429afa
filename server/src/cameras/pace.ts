/** When a camera is tried again: soon at first, then less often, for ever. */
import type { MotivoCamera } from '@unipark/contract/camera';

export interface Prazos {
  /** A session outlives its last viewer by this. */
  lingerMs: number;
  /** To the first frame of a try. */
  firstMs: number;
  /** Between two frames. */
  stallMs: number;
  /** Back-off after the first failure, and at most. */
  minMs: number;
  maxMs: number;
  /** Between two tries, even when somebody asks for one. */
  insistMs: number;
  /** After a refused password: cameras lock accounts that knock too often. */
  authMs: number;
}

const PADRAO: Prazos = {
  lingerMs: 30_000,
  firstMs: 10_000,
  stallMs: 3_000,
  minMs: 500,
  maxMs: 5_000,
  insistMs: 500,
  authMs: 60_000,
};

/** A camera that was live for this long starts over with the shortest back-off. */
const SADIA_MS = 10_000;

export class Pace {
  readonly prazos: Prazos;
  #falhas = 0;
  #inicio = Number.NEGATIVE_INFINITY;
  #naoAntes = 0;
  #porSenha = false;
  #acordar: (() => void) | undefined;

  constructor(prazos: Partial<Prazos> = {}) {
    this.prazos = { ...PADRAO, ...prazos };
  }

  begin(): void {
    this.#inicio = performance.now();
  }

  failed(motivo: MotivoCamera): void {
    const { minMs, maxMs, authMs } = this.prazos;
    const agora = performance.now();
    if (agora - this.#inicio > SADIA_MS) this.#falhas = 0;
    this.#porSenha = motivo === 'auth_failed';
    const base = this.#porSenha ? authMs : Math.min(maxMs, minMs * 2 ** this.#falhas);
    this.#falhas += 1;
    // Four cameras behind one switch come back in turns. Passwords never wait less than said.
    const acaso = this.#porSenha ? 1 + Math.random() * 0.2 : 0.8 + Math.random() * 0.4;
    this.#naoAntes = agora + base * acaso;
  }

  /** Forgets the failures. */
  reset(): void {
    this.#falhas = 0;
    this.#naoAntes = 0;
    this.#porSenha = false;
  }

  /** Somebody asks for a try now: granted, but for a refused password or right after a try. */
  hurry(): void {
    if (!this.#porSenha)
      this.#naoAntes = Math.min(this.#naoAntes, this.#inicio + this.prazos.insistMs);
    this.wake();
  }

  /** Ends a `due` in waiting, which then looks again. */
  wake(): void {
    this.#acordar?.();
  }

  /** Milliseconds to the next try. */
  get waitMs(): number {
    return Math.max(0, this.#naoAntes - performance.now());
  }

  /** Waits for the next try, or to be woken. */
  async due(): Promise<void> {
    const { waitMs } = this;
    if (waitMs === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#acordar = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#acordar = undefined;
  }
}
