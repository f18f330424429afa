/** Where a camera's video comes from: a looped clip, or an engine beside us. */
import type { MotivoCamera } from '@unipark/contract/camera';

/** What a decoder needs first: `ftyp` and `moov`. */
export interface Init {
  bytes: Buffer;
  /** RFC 6381, such as 'avc1.42C01E'. */
  codec: string;
  largura: number;
  altura: number;
}

/** One frame: `moof` and `mdat`. */
export interface Fragment {
  bytes: Buffer;
  /** A decoder may begin here. */
  key: boolean;
  duracaoMs: number;
}

export interface SourceListener {
  onInit(init: Init): void;
  onFragment(fragment: Fragment): void;
  /** It ended by itself. Called once; nothing comes after it. */
  onEnd(motivo: MotivoCamera): void;
}

/** Started once and stopped once; a new try is a new source. */
export interface Source {
  start(listener: SourceListener): void;
  /** Resolves when nothing of it is left: no process, no timer. */
  stop(): Promise<void>;
}
