import type { EstadoCamera, MotivoCamera } from '@unipark/contract/camera';
import type { Fragment, Init, Source } from './source.ts';

/** What the settings of one camera ask of its session. */
export interface SessionOptions {
  id: string;
  /** Makes the next try; a rejection's reason ends the try as `onEnd` would. */
  createSource: () => Promise<Source>;
  /** Kept running without viewers. */
  sempreLigada: boolean;
  log: { warn(dados: object, texto: string): void; info(dados: object, texto: string): void };
}

/** How a camera stands, of which only this reaches a screen. */
export interface SessionState {
  estado: EstadoCamera;
  motivo: MotivoCamera | null;
  desde: string;
  codec: string | null;
  largura: number | null;
  altura: number | null;
}

/** Somebody who watches: a socket, or a test. */
export interface Viewer {
  /** Bytes written and not yet taken by the network. */
  bufferedAmount(): number;
  sendState(estado: SessionState): void;
  sendInit(init: Init, epoca: number): void;
  sendVideo(bytes: Buffer): void;
  /** The session gives this viewer up (RFC 6455 code), as 1013 when it cannot keep up. */
  close(codigo: number): void;
}

/** What routes, snapshot and metrics see of a camera's session. */
export interface CameraSession {
  state(): SessionState;
  onState(listener: (estado: SessionState) => void): () => void;
  /** Joins the stream: state at once, then init and the frames since the last key. */
  join(viewer: Viewer): () => void;
  /** Tries now instead of at the end of the back-off. */
  retry(): void;
  /** Init and the frames since the last key, for a still picture; null before the first. */
  lastGroup(): { init: Init; fragments: Fragment[]; receivedAt: number } | null;
  counters(): {
    viewers: number;
    connects: number;
    dropped: number;
    bytesOut: number;
    lastFrameAt: number | null;
  };
  /** Ends viewers, source and timers for good. */
  close(): Promise<void>;
}
