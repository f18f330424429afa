/** A camera viewer without a screen: a socket that counts frames and their times. */
import { MensagemCamera, PROTOCOLO_CAMERA } from '@unipark/contract/camera';
import type { BenchServer } from './servidor.ts';

export interface BenchViewer {
  /** Milliseconds from the request for the pass to the first frame. */
  primeiroQuadro: Promise<number>;
  countQuadros(): number;
  bytes(): number;
  /** Resolves with ms since `desde` at the first frame after it. */
  nextFrame(desde: number): Promise<number>;
  /** Resolves with ms since `desde` when the server says that the camera is `estado`. */
  whenState(estado: string, desde: number): Promise<number>;
  close(): void;
}

type Resolver<T> = (valor: T) => void;

/** Opens a camera's stream as a page does: a pass, then the socket. */
export async function watch(
  { url, headers }: Pick<BenchServer, 'url' | 'headers'>,
  camera: string,
): Promise<BenchViewer> {
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
  let proximos: Resolver<void>[] = [];
  let estados: [string, Resolver<void>][] = [];
  let first: Resolver<number> = () => undefined;
  const primeiroQuadro = new Promise<number>((resolve) => {
    first = resolve;
  });
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') {
      const mensagem = MensagemCamera.parse(JSON.parse(data));
      if (mensagem.t !== 'state') return;
      estado = mensagem.estado;
      for (const [pedido, resolve] of estados) if (pedido === estado) resolve();
      estados = estados.filter(([pedido]) => pedido !== estado);
      return;
    }
    if (quadros === 0) first(performance.now() - inicio);
    quadros += 1;
    bytes += (data as ArrayBuffer).byteLength;
    for (const resolve of proximos) resolve();
    proximos = [];
  });
  const since = async (desde: number, wait: Promise<void>): Promise<number> => {
    await wait;
    return performance.now() - desde;
  };
  return {
    primeiroQuadro,
    countQuadros: () => quadros,
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
