/** One camera's stream to its viewers: the cache of the last group, limits of their buffers. */

import { nowMs } from '../../platform/clock.ts';
import { FOLGA, Seat } from '../viewers/seat.ts';
import type { SessionState, Viewer } from '../viewers/viewer.ts';
import { Gop } from './gop.ts';
import type { Fragment, Init } from './source.ts';

const LIMITE = 512 * 1024;
const LIMITE_MS = 2_000;
/** RFC 6455 §7.4.1 and its registry: try again later. */
const TENTE_MAIS_TARDE = 1013;

/** The bytes of this camera's last two seconds, as far as they count. */
export class Recent {
  #frames: Fragment[] = [];
  #ms = 0;
  bytes = 0;

  push(fragment: Fragment): void {
    this.#frames.push(fragment);
    this.bytes += fragment.bytes.length;
    this.#ms += fragment.duracaoMs;
    for (;;) {
      const [antigo] = this.#frames;
      if (!antigo || this.#frames.length === 1) return;
      // By bytes too: the clock of a camera may stand still.
      const sobram = this.bytes - antigo.bytes.length;
      if (this.#ms <= LIMITE_MS && sobram < LIMITE) return;
      this.#frames.shift();
      this.bytes = sobram;
      this.#ms -= antigo.duracaoMs;
    }
  }
}

export class Hub {
  readonly #onLeave: () => void;
  readonly #seats = new Map<Viewer, Seat>();
  readonly #gop = new Gop();
  #recent = new Recent();
  #init: Init | null = null;
  #noAr = false;
  #epoca = 0;
  #lastFrameAt: number | null = null;
  #idos = { bytesOut: 0, dropped: 0 };

  /** `onLeave` runs for each viewer that leaves or is removed. */
  constructor(onLeave: () => void) {
    this.#onLeave = onLeave;
  }

  get size(): number {
    return this.#seats.size;
  }

  get lastFrameAt(): number | null {
    return this.#lastFrameAt;
  }

  join(viewer: Viewer, estado: SessionState): void {
    const seat = new Seat(viewer);
    this.#seats.set(viewer, seat);
    this.#safely(seat, () => {
      viewer.sendState(estado);
      if (this.#noAr && this.#init) {
        seat.begin(this.#init, this.#epoca, this.#gop.joinable, LIMITE);
      }
    });
  }

  leave(viewer: Viewer): void {
    const seat = this.#seats.get(viewer);
    if (!seat) return;
    this.#seats.delete(viewer);
    this.#idos.bytesOut += seat.bytesOut;
    this.#idos.dropped += seat.dropped;
    this.#onLeave();
  }

  /** A stream starts again; players rebuild themselves. */
  begin(init: Init): void {
    this.#init = init;
    this.#noAr = true;
    this.#epoca += 1;
    this.#gop.clear();
    this.#recent = new Recent();
    for (const seat of this.#seats.values()) {
      this.#safely(seat, () => seat.begin(init, this.#epoca, [], LIMITE));
    }
  }

  push(fragment: Fragment): void {
    this.#lastFrameAt = nowMs();
    this.#gop.push(fragment);
    this.#recent.push(fragment);
    // Two seconds of an unmoving picture may be smaller than one key.
    const limite = Math.max(FOLGA, Math.min(LIMITE, this.#recent.bytes));
    for (const seat of this.#seats.values()) {
      this.#safely(seat, () => {
        if (!seat.offer(fragment, limite)) this.#dismiss(seat, TENTE_MAIS_TARDE);
      });
    }
  }

  /** New viewers wait for the next stream. The last group is kept for a still picture. */
  end(): void {
    this.#noAr = false;
  }

  tell(estado: SessionState): void {
    for (const seat of this.#seats.values()) {
      this.#safely(seat, () => seat.viewer.sendState(estado));
    }
  }

  lastGroup(): { init: Init; fragments: Fragment[]; receivedAt: number } | null {
    const fragments = [...this.#gop.fragments];
    if (!this.#init || fragments.length === 0) return null;
    return { init: this.#init, fragments, receivedAt: this.#gop.receivedAt };
  }

  totals(): { viewers: number; bytesOut: number; dropped: number } {
    const total = { viewers: this.size, ...this.#idos };
    for (const { bytesOut, dropped } of this.#seats.values()) {
      total.bytesOut += bytesOut;
      total.dropped += dropped;
    }
    return total;
  }

  closeAll(codigo: number): void {
    for (const seat of this.#seats.values()) this.#dismiss(seat, codigo);
  }

  #dismiss(seat: Seat, codigo: number): void {
    this.leave(seat.viewer);
    this.#safely(seat, () => seat.viewer.close(codigo));
  }

  /** A viewer that throws is removed, so that the other viewers are not affected. */
  #safely(seat: Seat, act: () => void): void {
    try {
      act();
    } catch {
      this.leave(seat.viewer);
    }
  }
}
