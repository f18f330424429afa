/** The frames since the last key: what somebody who joins needs to see a picture at once. */
import type { Fragment } from './source.ts';

const MAXIMO_BYTES = 8 * 1024 * 1024;
const MAXIMO_MS = 10_000;

export class Gop {
  readonly #max: number;
  #fragments: Fragment[] = [];
  #bytes = 0;
  #ms = 0;
  #completo = false;
  /** When the newest of the kept frames came. */
  receivedAt = 0;

  constructor(maximoBytes = MAXIMO_BYTES) {
    this.#max = maximoBytes;
  }

  push(fragment: Fragment): void {
    if (fragment.key) this.clear();
    else if (!this.#completo) return;
    this.#fragments.push(fragment);
    this.receivedAt = Date.now();
    this.#bytes += fragment.bytes.length;
    this.#ms += fragment.duracaoMs;
    // Past its cap it stays a still picture, and nobody joins by it: the frames after it are missing.
    this.#completo = this.#bytes <= this.#max && this.#ms <= MAXIMO_MS;
  }

  clear(): void {
    this.#fragments = [];
    this.#bytes = 0;
    this.#ms = 0;
    this.#completo = true;
  }

  /** From the last key on, as far as it was kept. */
  get fragments(): Fragment[] {
    return this.#fragments;
  }

  /** From the last key to the newest frame without a gap; else nothing. */
  get joinable(): Fragment[] {
    return this.#completo ? this.#fragments : [];
  }
}
