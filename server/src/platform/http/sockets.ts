/** WebSockets: upgraded only after the guards of their route, closed when the server stops. */
import type { Socket } from 'node:net';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../errors.ts';

/** Largest incoming message in bytes: clients send almost nothing. */
const ENTRADA_MAXIMA = 1_024;
/** RFC 6455 §7.4.1: the server is going away. */
export const SAINDO = 1001;
const ADEUS_MS = 2_000;
/** Limit for the answer to an upgrade: no other time-out applies to such a connection. */
const SUBIDA_MS = 5_000;

interface Closable {
  close(codigo: number): void;
  terminate(): void;
}

/** Closes a socket with a code, and terminates it when it does not answer. */
export function closeSocket(socket: Closable, codigo: number): void {
  socket.close(codigo);
  setTimeout(() => socket.terminate(), ADEUS_MS).unref();
}

/**
 * Opens the server to WebSockets with one of `protocolos`. Register it before the guards, so that
 * connections they refuse are closed.
 */
export async function registerSockets(app: FastifyInstance, protocolos: string[]): Promise<void> {
  await app.register(websocket, {
    options: {
      perMessageDeflate: false,
      maxPayload: ENTRADA_MAXIMA,
      // Other offered protocols (such as a ticket) are never sent back.
      handleProtocols: (oferecidos) =>
        protocolos.find((protocolo) => oferecidos.has(protocolo)) ?? false,
    },
    errorHandler: (_error, socket) => socket.terminate(),
    preClose(done) {
      for (const socket of app.websocketServer.clients) closeSocket(socket, SAINDO);
      app.websocketServer.close();
      done();
    },
  });
  // The library removes this time-out when it upgrades.
  app.server.on('upgrade', (_request, socket: Socket) => {
    socket.setTimeout(SUBIDA_MS, () => socket.destroy());
  });
  const servidos = new Set<string>();
  app.addHook('onRoute', ({ url, wsHandler }) => {
    if (wsHandler) servidos.add(url);
  });
  // Without this the library opens a socket on any address, and closes it only after the peer's
  // answer.
  app.addHook('preHandler', (request, _reply, done) => {
    const { ws, is404 } = request;
    if (!ws || is404 || servidos.has(request.routeOptions.url ?? '')) return done();
    done(new Problem(400, 'sem-websocket', 'Este endereço não atende WebSocket.'));
  });
  // A connection whose upgrade was refused serves no other request.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.ws) reply.header('connection', 'close');
    done();
  });
}
