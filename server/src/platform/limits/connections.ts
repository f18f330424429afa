/**
 * How many connections are allowed, and which one ends above the limit: never one with an answer in
 * progress, and first those of the caller with the most.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isListed, networkOf } from './network.ts';

/** A campus may have one address, so one caller may have many. */
const POR_ENDERECO = 1_000;
/** Accepted above the limit, while another one is being closed. */
const FOLGA = 16;
const MINIMO = 8;

interface ConnectionOptions {
  total: number;
  /** Addresses that serve many callers, such as proxies: only the total limits them. */
  livres: string[];
}

/**
 * Keeps room for new callers: an address has half of the connections at most, and without room the
 * oldest idle connection ends. So a flood of idle connections blocks no probe, from any address.
 */
export function limitConnections(server: Server, { total, livres }: ConnectionOptions): void {
  const limite = Math.max(MINIMO, total - FOLGA);
  const porEndereco = Math.min(POR_ENDERECO, Math.ceil(limite / 2));
  const callers = new Map<string, Set<Socket>>();
  /** Requests of a connection whose answers are not complete. */
  const pedidos = new WeakMap<Socket, Set<IncomingMessage>>();
  let abertas = 0;
  server.maxConnections = total;

  function add(socket: Socket): Set<Socket> {
    const chave = networkOf(socket.remoteAddress ?? '');
    const seus = callers.get(chave) ?? new Set();
    callers.set(chave, seus.add(socket));
    pedidos.set(socket, new Set());
    abertas += 1;
    socket.once('close', () => {
      abertas -= 1;
      seus.delete(socket);
      if (seus.size === 0) callers.delete(chave);
    });
    return seus;
  }

  /** A request counts when it has arrived whole: a body may arrive slowly without end. */
  const isIdle = (socket: Socket): boolean =>
    !socket.destroyed && ![...(pedidos.get(socket) ?? [])].some(({ complete }) => complete);

  const largest = (): Set<Socket> =>
    [...callers.values()].reduce((a, b) => (b.size > a.size ? b : a), new Set<Socket>());

  server.on('connection', (socket: Socket) => {
    const seus = add(socket);
    const demais = seus.size > porEndereco && !isListed(socket.remoteAddress ?? '', livres);
    if (!demais && abertas <= limite) return;
    const antiga = [...(demais ? seus : largest())].find(isIdle);
    (antiga ?? socket).destroy();
  });
  const note = (request: IncomingMessage, answer?: ServerResponse): void => {
    const seus = pedidos.get(request.socket);
    seus?.add(request);
    answer?.once('close', () => seus?.delete(request));
  };
  server.on('request', note);
  // A stream from here on: it is in progress until it closes.
  server.on('upgrade', (request: IncomingMessage) => note(request));
}
