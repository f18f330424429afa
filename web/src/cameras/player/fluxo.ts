import { MensagemCamera, PROTOCOLO_CAMERA } from '@unipark/contract/camera';
import { logFailure } from '../../lib/wire/log.ts';
import { pathOfCamera, requestTicket } from '../api.ts';

type FluxoListener = {
  onMessage: (mensagem: MensagemCamera) => void;
  /** Fragmented MP4, starting with the part that the last `init` described. */
  onVideo: (bytes: ArrayBuffer) => void;
};

/** How a stream ended: its close code, and whether it had been open. */
export type StreamClose = { codigo: number; aberto: boolean };

/** Close codes of our server. */
export const SESSAO_ENCERRADA = 4401;
export const VOLTE_LOGO = 1013;
const CORTADO = 1006;

/** A connection that neither opens nor fails in this time is abandoned. */
const ABERTURA_MS = 10_000;

const socketUrlOf = (id: string): string =>
  new URL(`${pathOfCamera(id)}/live`, location.href).href.replace(/^http/, 'ws');

function parseMensagem(texto: string): MensagemCamera | undefined {
  try {
    return MensagemCamera.parse(JSON.parse(texto));
  } catch (error) {
    logFailure('camera message', error);
    return undefined;
  }
}

/**
 * Follows the stream of a camera until it ends.
 * @throws when the server gives no ticket
 */
export async function followFluxo(
  id: string,
  { onMessage, onVideo }: FluxoListener,
  signal: AbortSignal,
): Promise<StreamClose> {
  const ticket = await requestTicket(id, signal);
  signal.throwIfAborted();
  // The ticket goes beside the protocol and not in the address: addresses are logged.
  const socket = new WebSocket(socketUrlOf(id), [PROTOCOLO_CAMERA, `ticket.${ticket}`]);
  socket.binaryType = 'arraybuffer';
  return new Promise((resolve) => {
    let aberto = false;
    const end = (codigo: number) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abandon);
      socket.onmessage = null;
      resolve({ codigo, aberto });
    };
    // Without waiting for the server's close frame: the network may be down.
    const abandon = () => {
      socket.close();
      end(CORTADO);
    };
    const timer = setTimeout(abandon, ABERTURA_MS);
    signal.addEventListener('abort', abandon);
    socket.onopen = () => {
      clearTimeout(timer);
      aberto = true;
    };
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data !== 'string') return onVideo(data);
      const mensagem = parseMensagem(data);
      if (mensagem) onMessage(mensagem);
    };
    socket.onclose = ({ code }) => end(code);
  });
}
