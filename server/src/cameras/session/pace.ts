/** When a camera is tried again: soon at first, then less often, without end. */
import type { MotivoCamera } from '@unipark/contract/camera';

export interface SessionPace {
  /** How long a session continues after its last viewer. */
  lingerMs: number;
  firstMs: number;
  stallMs: number;
  /** Back-off after the first failure, and the longest one. */
  minMs: number;
  maxMs: number;
  /** The shortest pause between two tries, even when a user asks for one. */
  insistMs: number;
  /** Pause after a refused password: cameras lock accounts after repeated attempts. */
  authMs: number;
}

const PADRAO: SessionPace = {
  lingerMs: 30_000,
  firstMs: 10_000,
  stallMs: 3_000,
  minMs: 500,
  maxMs: 5_000,
  insistMs: 500,
  authMs: 60_000,
};

/** After this much live time, the back-off begins again with the shortest pause. */
const SADIA_MS = 10_000;

export class Pace {
  readonly prazos: SessionPace;
  #falhas = 0;
  #inicio = Number.NEGATIVE_INFINITY;
  #naoAntes = 0;
  #porSenha = false;
  #acordar: (() => void) | undefined;

  constructor(prazos: Partial<SessionPace> = {}) {
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
    // A random part spreads the tries of cameras behind one switch. A pause after a refused
    // password is never shortened.
    const acaso = this.#porSenha ? 1 + Math.random() * 0.2 : 0.8 + Math.random() * 0.4;
    this.#naoAntes = agora + base * acaso;
  }

  reset(): void {
    this.#falhas = 0;
    this.#naoAntes = 0;
    this.#porSenha = false;
  }

  /** Tries now, except after a refused password or right after a try. */
  hurry(): void {
    if (!this.#porSenha)
      this.#naoAntes = Math.min(this.#naoAntes, this.#inicio + this.prazos.insistMs);
    this.wake();
  }

  /** Ends a waiting `due`, which computes its pause again. */
  wake(): void {
    this.#acordar?.();
  }

  get waitMs(): number {
    return Math.max(0, this.#naoAntes - performance.now());
  }

  /** Waits for the next try, or for `wake`. */
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
