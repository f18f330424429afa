/** An answer written straight to a socket: where there is no request to answer, or no more. */
import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { CSP_DADOS, FIXOS } from './headers.ts';

/** Short enough to be read out over the telephone: '7F3A-91C2'. */
export function requestId(): string {
  const hex = randomBytes(4).toString('hex').toUpperCase();
  return `${hex.slice(0, 4)}-${hex.slice(4)}`;
}

/** Sends the product's one error body with its headers, and closes. */
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
  socket.end(`HTTP/1.1 ${status}\r\n${linhas.join('')}\r\n${corpo}`);
}
