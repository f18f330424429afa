/** WebSockets: upgraded only past the guards of their route, told when the server stops. */
import type { Socket } from 'node:net';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { Problem } from './errors.ts';

/** Nobody sends us more than a word. */
const ENTRADA_MAXIMA = 1_024;
/** RFC 6455 §7.4.1: the server is going away. */
export const SAINDO = 1001;
const ADEUS_MS = 2_000;
/** Time for an upgrade to be granted or refused, after which nobody else would end its connection. */
const SUBIDA_MS = 5_000;

/** A socket that we may close. */
interface Fechavel {
  close(codigo: number): void;
  terminate(): void;
}

/** Says goodbye; whoever does not answer is left behind, for nothing more is owed to it. */
export function closeSocket(socket: Fechavel, codigo: number): void {
  socket.close(codigo);
  setTimeout(() => socket.terminate(), ADEUS_MS).unref();
}

/**
 * Opens the server to WebSockets that speak one of `protocolos`. Register it before the guards, so
 * that what they refuse is closed.
 */
export async function registerSockets(app: FastifyInstance, protocolos: string[]): Promise<void> {
  await app.register(websocket, {
    options: {
      perMessageDeflate: false,
      maxPayload: ENTRADA_MAXIMA,
      // What else a client offers (a pass, say) is never sent back.
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
  // The library takes this away as it upgrades.
  app.server.on('upgrade', (_request, socket: Socket) => {
    socket.setTimeout(SUBIDA_MS, () => socket.destroy());
  });
  const servidos = new Set<string>();
  app.addHook('onRoute', ({ url, wsHandler }) => {
    if (wsHandler) servidos.add(url);
  });
  // The library would open a socket on any address, only to close it again when its peer agrees.
  app.addHook('preHandler', async ({ ws, is404, routeOptions: { url = '' } }) => {
    if (!ws || is404 || servidos.has(url)) return;
    throw new Problem(400, 'sem-websocket', 'Este endereço não atende WebSocket.');
  });
  // A connection that asked to be upgraded and was refused serves no other request.
  app.addHook('onSend', async (request, reply) => {
    if (request.ws) reply.header('Connection', 'close');
  });
}
