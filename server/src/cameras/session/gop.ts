/** The frames since the last key: a new viewer sees a picture at once from them. */
import { nowMs } from '../../platform/clock.ts';
import type { Fragment } from './source.ts';

const MAXIMO_BYTES = 8 * 1024 * 1024;
const MAXIMO_MS = 10_000;

export class Gop {
  readonly #max: number;
  #fragments: Fragment[] = [];
  #bytes = 0;
  #ms = 0;
  #completo = false;
  /** When the newest of the kept frames arrived. */
  receivedAt = 0;

  constructor(maximoBytes = MAXIMO_BYTES) {
    this.#max = maximoBytes;
  }

  push(fragment: Fragment): void {
    if (fragment.key) this.clear();
    else if (!this.#completo) return;
    this.#fragments.push(fragment);
    this.receivedAt = nowMs();
    this.#bytes += fragment.bytes.length;
    this.#ms += fragment.duracaoMs;
    // Above the limit the frames serve only a still picture: a viewer cannot start from them,
    // because later frames are missing.
    this.#completo = this.#bytes <= this.#max && this.#ms <= MAXIMO_MS;
  }

  clear(): void {
    this.#fragments = [];
    this.#bytes = 0;
    this.#ms = 0;
    this.#completo = true;
  }

  /** The frames from the last key on, up to the limit. */
  get fragments(): Fragment[] {
    return this.#fragments;
  }

  /** The frames from the last key to the newest, without a gap; empty when some are missing. */
  get joinable(): Fragment[] {
    return this.#completo ? this.#fragments : [];
  }
}
