/** Somebody who watches a camera, without a screen: a socket that counts what comes and when. */
import { MensagemCamera, PROTOCOLO_CAMERA } from '@unipark/contract/camera';
import type { Bancada } from './servidor.ts';

export interface Espectador {
  /** ms from asking for the pass to the first frame. */
  primeiroQuadro: Promise<number>;
  quadros(): number;
  bytes(): number;
  /** Resolves with ms since `desde` at the first frame after it. */
  nextFrame(desde: number): Promise<number>;
  /** Resolves with ms since `desde` when the camera is told to be `estado`. */
  whenState(estado: string, desde: number): Promise<number>;
  close(): void;
}

type Espera<T> = (valor: T) => void;

/** Opens a camera's stream as a page does: a pass, then the socket. */
export async function watch(
  { url, headers }: Pick<Bancada, 'url' | 'headers'>,
  camera: string,
): Promise<Espectador> {
  const inicio = performance.now();
  const resposta = await fetch(`${url}/api/cameras/${camera}/ticket`, { method: 'POST', headers });
  if (!resposta.ok) throw new Error(`ticket: ${resposta.status} ${await resposta.text()}`);
  const { ticket } = (await resposta.json()) as { ticket: string };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/cameras/${camera}/live`, {
    protocols: [PROTOCOLO_CAMERA, `ticket.${ticket}`],
    headers: { origin: url },
  } as never);
  socket.binaryType = 'arraybuffer';
  let quadros = 0;
  let bytes = 0;
  let estado = '';
  let proximos: Espera<void>[] = [];
  let estados: [string, Espera<void>][] = [];
  let first: Espera<number> = () => undefined;
  const primeiroQuadro = new Promise<number>((resolve) => {
    first = resolve;
  });
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') {
      const mensagem = MensagemCamera.parse(JSON.parse(data));
      if (mensagem.t !== 'state') return;
      estado = mensagem.estado;
      for (const [pedido, espera] of estados) if (pedido === estado) espera();
      estados = estados.filter(([pedido]) => pedido !== estado);
      return;
    }
    if (quadros === 0) first(performance.now() - inicio);
    quadros += 1;
    bytes += (data as ArrayBuffer).byteLength;
    for (const espera of proximos) espera();
    proximos = [];
  });
  const since = async (desde: number, wait: Promise<void>): Promise<number> => {
    await wait;
    return performance.now() - desde;
  };
  return {
    primeiroQuadro,
    quadros: () => quadros,
    bytes: () => bytes,
    nextFrame: (desde) => since(desde, new Promise((resolve) => proximos.push(resolve))),
    whenState: (pedido, desde) =>
      since(
        desde,
        estado === pedido
          ? Promise.resolve()
          : new Promise((resolve) => estados.push([pedido, resolve])),
      ),
    close: () => socket.close(),
  };
}
