/** Somebody who watches a camera, and what is told to them. */
import type { EstadoCamera, MotivoCamera } from '@unipark/contract/camera';
import type { Init } from './source.ts';

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
