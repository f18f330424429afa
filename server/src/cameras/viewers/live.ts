/** A camera's stream over a WebSocket, opened by a ticket, written as the network accepts it. */
import { type MensagemCamera, MOTIVOS_CAMERA, PROTOCOLO_CAMERA } from '@unipark/contract/camera';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Config } from '../../config.ts';
import { getAutor } from '../../platform/audit.ts';
import type { Banco } from '../../platform/db/banco.ts';
import { notFound, Problem } from '../../platform/errors.ts';
import { bearerOf, type Identidade } from '../../platform/http/guard.ts';
import { isOwnOrigin } from '../../platform/http/origin.ts';
import { closeSocket } from '../../platform/http/sockets.ts';
import type { CamerasService } from '../service.ts';
import { createPlaces, type ViewerPlace } from './places.ts';
import { redeemTicket } from './tickets.ts';
import type { Viewer } from './viewer.ts';

const BATIMENTO_MS = 25_000;

const foreignOrigin = (): Problem =>
  new Problem(403, 'origem-recusada', 'Este pedido não veio do próprio site.');
const missingPass = (): Problem =>
  new Problem(401, 'nao-autenticado', 'O acesso a este vídeo expirou. Abra-o de novo.');
const serverBusy = (): Problem =>
  new Problem(429, 'server_busy', MOTIVOS_CAMERA.server_busy, { headers: { 'Retry-After': '5' } });

declare module 'fastify' {
  interface FastifyRequest {
    /** The place of a viewer; null on all other requests. */
    espectador: ViewerPlace | null;
  }
}

/** The ticket among the offered protocols (RFC 6455 §11.3.4). */
function passOf(request: FastifyRequest): string | undefined {
  const oferecidos = (request.headers['sec-websocket-protocol'] ?? '').split(',');
  const nomes = oferecidos.map((nome) => nome.trim());
  if (!nomes.includes(PROTOCOLO_CAMERA)) return undefined;
  return nomes.find((nome) => nome.startsWith('ticket.'))?.slice('ticket.'.length);
}

/** RFC 6455: this endpoint accepts no messages. */
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

/** Unexpected pongs allowed between two pings: a flood of pongs would block other work. */
const PONGS_A_MAIS = 20;

/** Proxies keep a connection with traffic open; one that stops answering is closed. */
function keepAlive(socket: WebSocket): void {
  let respondeu = true;
  let demais = 0;
  const batimento = setInterval(() => {
    if (!respondeu) socket.terminate();
    respondeu = false;
    demais = 0;
    socket.ping();
  }, BATIMENTO_MS);
  batimento.unref();
  socket.on('pong', () => {
    if (respondeu) demais += 1;
    if (demais > PONGS_A_MAIS) socket.terminate();
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

  /** A script that also signs in must have the session to which the ticket was issued. */
  async function ownerOf(request: FastifyRequest, camera: string) {
    const passe = passOf(request);
    const dono = passe ? await redeemTicket(db, camera, passe) : undefined;
    if (!dono) throw missingPass();
    const token = bearerOf(request);
    if (token && (await identidade.verify(token))?.sid !== dono.sid) throw missingPass();
    return dono;
  }

  function refuseFull(conta: string): void {
    if (places.isFull(conta)) throw serverBusy();
  }

  return {
    /** @throws 429 when this account, or all accounts together, have the maximum of viewers */
    refuseFull,

    /** Before the upgrade: 403, 404, 401, 429, or a place. */
    async admit(request: FastifyRequest, id: string): Promise<void> {
      const { origin } = request.headers;
      if (origin === undefined || !isOwnOrigin(request, origin, config)) throw foreignOrigin();
      if (!cameras.find(id)?.session) throw notFound('Câmera não encontrada.');
      const dono = await ownerOf(request, id);
      refuseFull(dono.conta);
      const autor = { ...getAutor(request), id: dono.conta };
      const place = await places.take(dono, id, autor, request.raw.socket);
      if (!place) throw missingPass();
      request.espectador = place;
    },

    /** After the upgrade: sends the camera, as configured now, until either side closes. */
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
      // A viewer may send no message, not even an empty one.
      socket.once('message', () => {
        closeSocket(socket, CALADO);
        socket.pause();
      });
      keepAlive(socket);
    },

    close: places.close,
  };
}
