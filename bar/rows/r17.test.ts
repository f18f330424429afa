/**
 * R17: clients stop reading, disconnect or half-close at the worst moment, and their sessions end
 * meanwhile.
 */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Banco, openBanco } from '../../server/src/platform/db/banco.ts';
import { type ServerProcess, startProcesso } from '../../server/test/processo.ts';
import { BEHAVIOURS, MOMENTS, openPeer, play, requestsOf } from '../pares/peers.ts';
import { ask, createPerson, ENDS, type PeerPerson } from '../pares/pessoas.ts';
import { describeRow, type Measure } from '../row.ts';

const HEALTH_MS = 1_000;
/** The size of an event: several of them stay below what a client may leave unread. */
const EVENT_BYTES = 20_000;
/** Events sent at once: they stay below what the kernel buffers for a connection. */
const AT_ONCE = 80;
const CLOSED_MS = 10_000;
const EVENTS = '/db/ultimosveiculos/eventos';
const CAMERAS = fileURLToPath(new URL('../../demo/cameras.json', import.meta.url));

/** Polls /healthz; answers the slowest time, Infinity where one request had no answer. */
function watchHealth({ url }: ServerProcess): () => Promise<number> {
  let slowest = 0;
  let over = false;
  const watch = (async () => {
    while (!over) {
      const start = performance.now();
      const signal = AbortSignal.timeout(10_000);
      const ok = await fetch(`${url}/healthz`, { signal }).then(
        (response) => response.status === 200,
        () => false,
      );
      slowest = Math.max(slowest, ok ? performance.now() - start : Number.POSITIVE_INFINITY);
      await sleep(25);
    }
  })();
  return async () => {
    over = true;
    await watch;
    return slowest;
  };
}

let plate = 0;
async function tell(
  server: ServerProcess,
  db: Banco,
  { token }: PeerPerson,
  bytes: number,
  times = 1,
) {
  const dados = JSON.stringify('x'.repeat(bytes));
  const event = { tipo: 'teste', dados, criado_em: new Date().toISOString() };
  await db.insertInto('eventos').values(Array(times).fill(event)).execute();
  plate += 1;
  const body = { placa: `AAA${String(plate).padStart(4, '0')}` };
  await ask(server, 'POST', '/db/ultimosveiculos', { token, body });
  // The server sends frames together after a short wait: they have left by then.
  await sleep(30);
}

/** Streams that are never read and whose buffers in the kernel are full; each session ends in another way. */
async function endSessions(
  m: Measure,
  server: ServerProcess,
  db: Banco,
  admin: PeerPerson,
): Promise<Socket[]> {
  const { port } = server;
  const peers: Socket[] = [];
  const people: [end: string, person: PeerPerson][] = [];
  for (const end of Object.keys(ENDS)) {
    const person = await createPerson(server);
    people.push([end, person]);
    const socket = openPeer(port);
    socket.write(
      `GET ${EVENTS} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${person.token}\r\n\r\n`,
    );
    peers.push(socket);
  }
  const holding = async () => (await server.listPendentes()).filter((bytes) => bytes > 0).length;
  await tell(server, db, admin, EVENT_BYTES, AT_ONCE);
  for (let i = 0; i < 600 && (await holding()) === 0; i += 1) {
    await tell(server, db, admin, EVENT_BYTES);
  }
  // The other buffers are nearly full: small events fill them before the first stream is dropped.
  for (let i = 0; i < 40 && (await holding()) < people.length; i += 1) {
    await tell(server, db, admin, 500);
  }
  const held = await holding();
  m.check(held > 0, 'some clients have unsent bytes when their session ends', held);
  m.note('clients with unsent bytes', `${held} of ${people.length}`);
  for (const [end, person] of people) {
    const status = await ENDS[end]?.({ server, db, person, admin });
    m.check(status !== undefined && status < 300, `${end}: the session is ended`, status);
    await tell(server, db, admin, 10);
  }
  return peers;
}

/** The server closes the streams of ended sessions within ten seconds. */
async function checkClosed(m: Measure, server: ServerProcess): Promise<void> {
  const limit = performance.now() + CLOSED_MS;
  while (performance.now() < limit && (await server.listPendentes()).length > 0) await sleep(100);
  const open = await server.listPendentes();
  m.check(open.length === 0, 'every stream of an ended session is closed, read or not', open);
}

/** Each request with each behaviour and each moment, a few at a time. */
async function misbehave(m: Measure, server: ServerProcess, admin: PeerPerson): Promise<Socket[]> {
  const { token } = admin;
  const device = await ask(server, 'POST', '/api/dispositivos', {
    token,
    body: { nome: 'Leitor', dialeto: 'unipark' },
  });
  const left: Socket[] = [];
  let played = 0;
  for (const behaviour of BEHAVIOURS) {
    for (const moment of MOMENTS) {
      const ticket = await ask(server, 'POST', '/api/cameras/1/ticket', { token });
      const requests = requestsOf({
        port: server.port,
        token,
        pass: String(ticket.json.ticket),
        device: String(device.json.token),
      });
      const sockets = await Promise.all(
        requests.map((request) => play(server.port, request, behaviour, moment)),
      );
      played += sockets.length;
      // Peers that stall stay connected while the others come.
      if (behaviour === 'stall') left.push(...sockets);
      else for (const socket of sockets) socket.destroy();
    }
  }
  m.note('peers that misbehaved', played);
  return left;
}

async function judge(m: Measure, server: ServerProcess, health: number): Promise<void> {
  const alive = server.filho.exitCode === null && server.filho.signalCode === null;
  m.check(alive, 'the process has not exited', server.filho.exitCode);
  m.check(server.escapados.length === 0, 'no error is unhandled', server.escapados.slice(0, 3));
  m.check(health < HEALTH_MS, `/healthz answers within ${HEALTH_MS} ms`, Math.round(health));
  m.note('/healthz, ms: slowest', Math.round(health));
}

async function run(m: Measure): Promise<void> {
  const server = await startProcesso({ env: { CAMERAS_FILE: CAMERAS, LOG_LEVEL: 'silent' } });
  const db = openBanco(server.dataDir);
  let left: Socket[] = [];
  try {
    const admin = await createPerson(server);
    const health = watchHealth(server);
    left = await endSessions(m, server, db, admin);
    left.push(...(await misbehave(m, server, admin)));
    await tell(server, db, admin, 10);
    const list = await ask(server, 'GET', '/db/veiculos', admin);
    m.check(list.status === 200, 'a list is answered after others were abandoned', list.status);
    await ask(server, 'POST', '/api/auth/sign-out', { ...admin, body: {} });
    await checkClosed(m, server);
    await judge(m, server, await health());
    const { codigo } = await server.end('SIGTERM');
    m.check(codigo === 0, 'SIGTERM ends it with 0 while the peers are connected', codigo);
  } finally {
    for (const socket of left) socket.destroy();
    await db.destroy();
    server.remove();
  }
}

/** The fault: a stream that stays in its set after its end, without a listener for errors. */
async function canary(m: Measure): Promise<void> {
  const server = await startProcesso({ falha: 'fluxo', env: { LOG_LEVEL: 'silent' } });
  try {
    const { token } = await createPerson(server);
    const socket = openPeer(server.port);
    socket.write(
      `GET ${EVENTS} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    await sleep(200);
    await ask(server, 'POST', '/api/auth/sign-out', { token, body: {} });
    await sleep(500);
    await judge(m, server, 0);
    socket.destroy();
  } finally {
    server.remove();
  }
}

describeRow({
  id: 'R17',
  promise: "no client's behaviour ends the process",
  run,
  canary,
});
