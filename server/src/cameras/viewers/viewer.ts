import type { EstadoCamera, MotivoCamera } from '@unipark/contract/camera';
import type { Init } from '../session/source.ts';

/** A camera's state: no other data about a failure reaches a screen. */
export interface SessionState {
  estado: EstadoCamera;
  motivo: MotivoCamera | null;
  desde: string;
  codec: string | null;
  largura: number | null;
  altura: number | null;
}

/** A viewer: a socket, or a test. */
export interface Viewer {
  /** Bytes written that the network has not accepted yet. */
  bufferedAmount(): number;
  sendState(estado: SessionState): void;
  sendInit(init: Init, epoca: number): void;
  sendVideo(bytes: Buffer): void;
  /** Closes this viewer with an RFC 6455 code, such as 1013 when it cannot keep up. */
  close(codigo: number): void;
}
