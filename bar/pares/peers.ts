/** Clients that misbehave, each with its own raw socket. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a peer does when it has reached its moment. */
export const BEHAVIOURS = ['stall', 'half-close', 'reset', 'end'] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** The moment: inside its request, inside the answer, or after the answer. */
export const MOMENTS = ['start', 'middle', 'end'] as const;
export type Moment = (typeof MOMENTS)[number];

export interface Request {
  name: string;
  text: string;
  /** Sent after the answer has begun. */
  later?: string | Buffer;
}

const WS = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

const head = (line: string, headers: Record<string, string>): string =>
  `${line} HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

interface Keys {
  port: number;
  token: string;
  /** A pass for a camera; each works once. */
  pass: string;
  device: string;
}

/** One request for each kind of stream, body, socket and upgrade of the server. */
export function requestsOf({ port, token, pass, device }: Keys): Request[] {
  const Host = `127.0.0.1:${port}`;
  const mine = { Host, Authorization: `Bearer ${token}` };
  const json = { ...mine, 'Content-Type': 'application/json' };
  const events = head('GET /db/ultimosveiculos/eventos', mine);
  const video = {
    Host,
    Origin: `http://${Host}`,
    ...WS,
    'Sec-WebSocket-Protocol': `unipark.v1, ticket.${pass}`,
  };
  return [
    { name: 'events', text: events },
    { name: 'events, then rubbish', text: events, later: 'LIXO\r\n\r\n' },
    { name: 'events behind events', text: events + events },
    { name: 'a whole list', text: head('GET /db/veiculos', mine) },
    { name: 'video', text: head('GET /api/cameras/1/live', video) },
    {
      name: 'video, then a frame without end',
      text: head('GET /api/cameras/1/live', video),
      later: Buffer.from([0x82, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3]),
    },
    { name: 'an upgrade that is refused', text: head('GET /healthz', { Host, ...WS }) },
    {
      name: 'an upgrade with a body',
      text: `${head('POST /db/veiculos', { ...json, ...WS, 'Content-Length': '500' })}{"placa":`,
    },
    { name: 'a picture of a camera', text: head('GET /api/cameras/1/snapshot.jpg', mine) },
    { name: 'the page', text: head('GET /', { Host }) },
    {
      name: 'a body that stops',
      text: `${head('POST /db/ultimosveiculos', { ...json, 'Content-Length': '900000' })}{"placa":`,
    },
    {
      name: 'a reading that stops',
      text: `${head('POST /api/leituras/unipark', {
        Host,
        Authorization: `Bearer ${device}`,
        'Content-Type': 'application/json',
        'Content-Length': '900000',
      })}{"placa":`,
    },
    { name: 'a tunnel', text: head('CONNECT 127.0.0.1:1', { Host }) },
  ];
}

export function openPeer(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  return socket.pause();
}

function misbehave(socket: Socket, behaviour: Behaviour): void {
  if (behaviour === 'half-close') socket.end();
  if (behaviour === 'reset') socket.resetAndDestroy();
  if (behaviour === 'end') socket.destroy();
}

/** Sends a request and misbehaves at a moment; resolves with the socket. */
export async function play(
  port: number,
  { text, later }: Request,
  behaviour: Behaviour,
  moment: Moment,
): Promise<Socket> {
  const socket = openPeer(port);
  socket.write(moment === 'start' ? text.slice(0, -3) : text);
  if (moment === 'middle') await sleep(10);
  if (moment === 'end') await sleep(250);
  if (moment !== 'start' && later) socket.write(later);
  misbehave(socket, behaviour);
  return socket;
}
