/** A camera's stream over a WebSocket: let in by a pass, written to as the network takes it. */
import { type MensagemCamera, MOTIVOS_CAMERA, PROTOCOLO_CAMERA } from '@unipark/contract/camera';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Config } from '../config.ts';
import { autorOf } from '../platform/audit.ts';
import type { Banco } from '../platform/db/banco.ts';
import { notFound, Problem } from '../platform/errors.ts';
import { bearerOf, type Identidade } from '../platform/guard.ts';
import { isOwnOrigin } from '../platform/origin.ts';
import { closeSocket } from '../platform/sockets.ts';
import { createPlaces, type Place } from './places.ts';
import type { CamerasService } from './service.ts';
import { redeemTicket } from './tickets.ts';
import type { Viewer } from './viewer.ts';

const BATIMENTO_MS = 25_000;

const deFora = (): Problem =>
  new Problem(403, 'origem-recusada', 'Este pedido não veio do próprio site.');
const semPasse = (): Problem =>
  new Problem(401, 'nao-autenticado', 'O passe deste vídeo não vale mais. Peça outro.');
const lotado = (): Problem =>
  new Problem(429, 'server_busy', MOTIVOS_CAMERA.server_busy, { headers: { 'Retry-After': '5' } });

declare module 'fastify' {
  interface FastifyRequest {
    /** The place of whoever comes to watch; null everywhere else. */
    espectador: Place | null;
  }
}

/** The pass among the offered protocols (RFC 6455 §11.3.4). */
function passOf(request: FastifyRequest): string | undefined {
  const oferecidos = (request.headers['sec-websocket-protocol'] ?? '').split(',');
  const nomes = oferecidos.map((nome) => nome.trim());
  if (!nomes.includes(PROTOCOLO_CAMERA)) return undefined;
  return nomes.find((nome) => nome.startsWith('ticket.'))?.slice('ticket.'.length);
}

/** RFC 6455: a message that this endpoint does not take. */
const CALADO = 1003;

const text = (mensagem: MensagemCamera): string => JSON.stringify(mensagem);

const viewerOf = (socket: WebSocket): Viewer => ({
  bufferedAmount: () => socket.bufferedAmount,
  sendState: ({ estado, motivo, desde }) =>
    socket.send(text({ t: 'state', estado, motivo, desde })),
  sendInit({ bytes, codec, largura, altura }, epoca) {
    const tipo = `video/mp4; codecs="${codec}"`;
    socket.send(text({ t: 'init', epoca, tipo, largura, altura }));
    socket.send(bytes, { binary: true });
  },
  sendVideo: (bytes) => socket.send(bytes, { binary: true }),
  close: (codigo) => closeSocket(socket, codigo),
});

/** Proxies keep a connection that speaks; one that no longer answers is dropped. */
function keepAlive(socket: WebSocket): void {
  let respondeu = true;
  const batimento = setInterval(() => {
    if (!respondeu) socket.terminate();
    respondeu = false;
    socket.ping();
  }, BATIMENTO_MS);
  batimento.unref();
  socket.on('pong', () => {
    respondeu = true;
  });
  socket.on('close', () => clearInterval(batimento));
}

interface Deps {
  db: Banco;
  config: Pick<Config, 'publicUrl' | 'local'>;
  identidade: Identidade;
  cameras: CamerasService;
  log: FastifyBaseLogger;
}

export function liveStreams({ db, config, identidade, cameras, log }: Deps) {
  const places = createPlaces({ db, identidade, log });

  /** Whose the pass is. A script that also signs in must be the one it was given to. */
  async function ownerOf(request: FastifyRequest, camera: string) {
    const passe = passOf(request);
    const dono = passe ? await redeemTicket(db, camera, passe) : undefined;
    if (!dono) throw semPasse();
    const token = bearerOf(request);
    if (token && (await identidade.verify(token))?.sid !== dono.sid) throw semPasse();
    return dono;
  }

  function refuseFull(conta: string): void {
    if (places.isFull(conta)) throw lotado();
  }

  return {
    /** @throws 429 where this account, or all of them together, watch as much as they may */
    refuseFull,

    /** Before the upgrade: 403, 404, 401, 429, or a place. */
    async admit(request: FastifyRequest, id: string): Promise<void> {
      const { origin } = request.headers;
      if (origin === undefined || !isOwnOrigin(request, origin, config)) throw deFora();
      if (!cameras.find(id)?.session) throw notFound('Câmera não encontrada.');
      const dono = await ownerOf(request, id);
      refuseFull(dono.conta);
      const autor = { ...autorOf(request), id: dono.conta };
      const place = await places.take(dono, id, autor, request.raw.socket);
      if (!place) throw semPasse();
      request.espectador = place;
    },

    /** After it: the camera as it is configured now, until either side leaves. */
    open(socket: WebSocket, { espectador }: FastifyRequest): void {
      const session = espectador && cameras.find(espectador.camera)?.session;
      if (!session) {
        socket.terminate();
        return;
      }
      espectador.socket = socket;
      if (espectador.adeus !== null) {
        closeSocket(socket, espectador.adeus);
        return;
      }
      socket.on('close', session.join(viewerOf(socket)));
      // Who watches has nothing to say: not even a flood of nothing.
      socket.once('message', () => closeSocket(socket, CALADO));
      keepAlive(socket);
    },

    close: places.close,
  };
}
