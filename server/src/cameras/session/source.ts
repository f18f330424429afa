/** The source of a camera's video: a looped clip, or an engine in its own process. */
import type { MotivoCamera } from '@unipark/contract/camera';

/** The first bytes for a decoder: `ftyp` and `moov`. */
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
  /** A decoder may start here. */
  key: boolean;
  duracaoMs: number;
}

export interface SourceListener {
  onInit(init: Init): void;
  onFragment(fragment: Fragment): void;
  /** The source ended by itself. Called once, as the last call. */
  onEnd(motivo: MotivoCamera): void;
}

/** Started once and stopped once; a new try uses a new source. */
export interface Source {
  start(listener: SourceListener): void;
  /** Resolves when no process and no timer of it remains. */
  stop(): Promise<void>;
}
