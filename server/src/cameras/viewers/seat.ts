/**
 * One viewer's place in the stream: it writes no more than the network accepts. A live viewer over
 * the limit skips frames until the next key; a new viewer gets the frames since the last key as
 * room appears.
 */
import type { Fragment, Init } from '../session/source.ts';
import type { Viewer } from './viewer.ts';

/** A viewer with fewer unsent bytes may start again at a key. */
export const FOLGA = 64 * 1024;
const DESISTE_MS = 10_000;

export class Seat {
  readonly viewer: Viewer;
  /** Frames still to be written, decodable from the first one on. */
  #espera: Fragment[] = [];
  #entrando = false;
  /** True: nothing is written until the next key. */
  #pulando = true;
  #atrasadoDesde: number | null = null;
  bytesOut = 0;
  dropped = 0;

  constructor(viewer: Viewer) {
    this.viewer = viewer;
  }

  /** A stream begins: its init, and the frames since the last key if there are any. */
  begin(init: Init, epoca: number, fragments: Fragment[], limite: number): void {
    this.viewer.sendInit(init, epoca);
    this.bytesOut += init.bytes.length;
    this.#espera = [...fragments];
    this.#entrando = fragments.length > 0;
    this.#pulando = fragments.length === 0;
    this.#flush(limite);
  }

  /** Writes the newest frame, or skips it; false when this viewer is behind for too long. */
  offer(fragment: Fragment, limite: number): boolean {
    if (fragment.key && (this.#pulando || this.#espera.length > 0)) this.#restart();
    if (this.#pulando) {
      if (this.#atrasadoDesde !== null) this.dropped += 1;
    } else {
      this.#espera.push(fragment);
      this.#flush(limite);
    }
    return this.#atrasadoDesde === null || performance.now() - this.#atrasadoDesde < DESISTE_MS;
  }

  /** A key: the frames that still wait before it are not needed. */
  #restart(): void {
    this.dropped += this.#espera.length;
    this.#espera = [];
    this.#entrando = false;
    this.#pulando = this.viewer.bufferedAmount() >= FOLGA;
    if (this.#pulando) this.#atrasadoDesde ??= performance.now();
  }

  #flush(limite: number): void {
    for (let frame = this.#espera[0]; frame; frame = this.#espera[0]) {
      const naFila = this.viewer.bufferedAmount();
      const cabe = naFila + frame.bytes.length <= limite || (frame.key && naFila < FOLGA);
      if (!cabe) {
        this.#wait();
        return;
      }
      this.#espera.shift();
      this.viewer.sendVideo(frame.bytes);
      this.bytesOut += frame.bytes.length;
    }
    this.#entrando = false;
    this.#atrasadoDesde = null;
  }

  #wait(): void {
    this.#atrasadoDesde ??= performance.now();
    if (this.#entrando) return;
    this.dropped += this.#espera.length;
    this.#espera = [];
    this.#pulando = true;
  }
}
