import { MensagemCamera, PROTOCOLO_CAMERA } from '@unipark/contract/camera';
import { logFailure } from '../lib/log.ts';
import { enderecoCamera, pedirTicket } from './api.ts';

type Ouvinte = {
  onMensagem: (mensagem: MensagemCamera) => void;
  /** Fragmented MP4, beginning with what the last `init` told. */
  onVideo: (bytes: ArrayBuffer) => void;
};

/** How a stream ended: its close code, and whether it had begun. */
export type Fecho = { codigo: number; aberto: boolean };

/** Close codes of the server with a meaning of their own. */
export const SESSAO_ENCERRADA = 4401;
export const VOLTE_LOGO = 1013;
const CORTADO = 1006;

/** A connection that neither opens nor fails is given up. */
const ABERTURA_MS = 10_000;

const endereco = (id: string): string =>
  new URL(`${enderecoCamera(id)}/live`, location.href).href.replace(/^http/, 'ws');

function lerMensagem(texto: string): MensagemCamera | undefined {
  try {
    return MensagemCamera.parse(JSON.parse(texto));
  } catch (error) {
    logFailure('camera message', error);
    return undefined;
  }
}

/** Follows one camera's stream to its end. Throws when no ticket was to be had. */
export async function seguirFluxo(
  id: string,
  { onMensagem, onVideo }: Ouvinte,
  signal: AbortSignal,
): Promise<Fecho> {
  const ticket = await pedirTicket(id, signal);
  signal.throwIfAborted();
  // The ticket beside the protocol, not in the address: addresses end up in logs.
  const socket = new WebSocket(endereco(id), [PROTOCOLO_CAMERA, `ticket.${ticket}`]);
  socket.binaryType = 'arraybuffer';
  return new Promise((resolve) => {
    let aberto = false;
    const end = (codigo: number) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abandon);
      socket.onmessage = null;
      resolve({ codigo, aberto });
    };
    // Not waiting for the other side's goodbye: the network may be gone.
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
      const mensagem = lerMensagem(data);
      if (mensagem) onMensagem(mensagem);
    };
    socket.onclose = ({ code }) => end(code);
  });
}
