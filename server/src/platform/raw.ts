/** An answer written straight to a socket: where there is no request to answer, or no more. */
import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { CSP_DADOS, FIXOS } from './headers.ts';

/** Who was answered may take this long to hang up; it is then done for them. */
const DESLIGAR_MS = 2_000;

/** Short enough to be read out over the telephone: '7F3A-91C2'. */
export function requestId(): string {
  const hex = randomBytes(4).toString('hex').toUpperCase();
  return `${hex.slice(0, 4)}-${hex.slice(4)}`;
}

/** Sends the product's one error body with its headers, and closes, if need be on its own. */
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
  // Only half of it is closed by that: a sender that goes on sending would keep the other for ever.
  const desligar = setTimeout(() => socket.destroy(), DESLIGAR_MS);
  desligar.unref();
  socket.once('close', () => clearTimeout(desligar));
}
