/** A thread of listeners on the event stream: they read all of it or nothing. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface ListenersRequest {
  url: string;
  tokens: string[];
  /** False: the streams are opened and never read. */
  leem: boolean;
}

const { url, tokens, leem } = workerData as ListenersRequest;
const { hostname, port, host } = new URL(url);

/** Plain sockets: an HTTP client for two hundred streams would be a load of its own. */
async function open(token: string): Promise<Socket> {
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `GET /db/ultimosveiculos/eventos HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  const [cabeca] = (await once(socket, 'data')) as [Buffer];
  if (!cabeca.toString().startsWith('HTTP/1.1 200')) throw new Error(cabeca.toString());
  socket.on('error', () => undefined);
  if (leem) socket.resume();
  else socket.pause();
  return socket;
}

for (const token of tokens) await open(token);
parentPort?.postMessage('abertos');
