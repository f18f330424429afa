/** Answers written directly to a socket, when there is no request to answer. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { CSP_DADOS, FIXOS } from './headers.ts';

/** A peer has this long to read the last bytes and to close; then the server closes. */
const DESLIGAR_MS = 2_000;

/** Random bytes for this many ids are drawn at once. */
const IDS_DE_UMA_VEZ = 256;
let sorteados = '';

/** Short enough to be read out over the telephone: '7F3A-91C2'. */
export function requestId(): string {
  if (sorteados === '') {
    sorteados = randomBytes(4 * IDS_DE_UMA_VEZ)
      .toString('hex')
      .toUpperCase();
  }
  const id = `${sorteados.slice(0, 4)}-${sorteados.slice(4, 8)}`;
  sorteados = sorteados.slice(8);
  return id;
}

/**
 * Writes the last bytes and ends. A peer that does not read them, or does not close its own half,
 * holds the connection only for a moment.
 */
export function hangUp(saida: Duplex | ServerResponse, ultimas?: string): void {
  saida.end(ultimas);
  const desligar = setTimeout(() => saida.destroy(), DESLIGAR_MS);
  desligar.unref();
  saida.once('close', () => clearTimeout(desligar));
}

/** Sends the one error body with its headers, and closes, also without the peer. */
export function rawAnswer(socket: Duplex, status: string, mensagem: string): void {
  if (socket.destroyed || !socket.writable) return;
  const pedido = requestId();
  const corpo = JSON.stringify({ codigo: 'pedido-invalido', mensagem, error: mensagem, pedido });
  const headers = {
    ...FIXOS,
    'Content-Security-Policy': CSP_DADOS,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(corpo),
    Connection: 'close',
  };
  const linhas = Object.entries(headers).map(([nome, valor]) => `${nome}: ${valor}\r\n`);
  hangUp(socket, `HTTP/1.1 ${status}\r\n${linhas.join('')}\r\n${corpo}`);
}
