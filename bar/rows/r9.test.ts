/**
 * R9: clients that send their head or their body a byte at a time, and bytes that are no request. The
 * full run asks slowhttptest too.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerProcess, startProcesso } from '../../server/test/processo.ts';
import { call } from '../chamadas.ts';
import { describeRow, type Measure } from '../row.ts';

const TOOL = '/usr/bin/slowhttptest';
const CLOSED_MS = 20_000;
const HEALTH_MS = 100;
/** Of a client that is slow: one byte of what it owes. */
const DROP_MS = 3_000;

/** The bytes of each kind of slow client: what it sends at once, and what it repeats. */
const SLOW: Record<string, [start: string, drop: string]> = {
  'a head': ['GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n', 'X'],
  'a body': [
    'POST /api/auth/sign-in/email HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{',
    ' ',
  ],
  'a body in pieces': [
    'POST /api/auth/sign-in/email HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    '1\r\n \r\n',
  ],
};

const LINE = 'POST /api/contato HTTP/1.1\r\n';
const HOST = 'Host: 127.0.0.1\r\n';
/** Bytes that are no request, or two requests for two readers. */
const RAW: Record<string, string> = {
  'two lengths': `${LINE}${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  'a length and pieces': `${LINE}${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'an unknown encoding': `${LINE}${HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  'a folded header': `GET /healthz HTTP/1.1\r\n${HOST}X: a\r\n b\r\n\r\n`,
  'no host': 'GET /healthz HTTP/1.1\r\n\r\n',
  'a blank before the colon': `GET /healthz HTTP/1.1\r\n${HOST}X : a\r\n\r\n`,
  'a long header': `GET /healthz HTTP/1.1\r\n${HOST}X: ${'a'.repeat(20_000)}\r\n\r\n`,
  'a broken path': `GET /db/veiculos/%zz HTTP/1.1\r\n${HOST}\r\n`,
  'no version': 'GET /healthz\r\n\r\n',
  'a bare line feed in a piece': `${LINE}${HOST}Transfer-Encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n`,
  'a method that echoes': `TRACE /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
};

/** Polls /healthz; answers its times. */
function watchHealth(port: number): () => Promise<number[]> {
  const times: number[] = [];
  let over = false;
  const watch = (async () => {
    while (!over) {
      times.push(
        await call(port, '/healthz').then(
          ({ status, ms }) => (status === 200 ? ms : Number.POSITIVE_INFINITY),
          () => Number.POSITIVE_INFINITY,
        ),
      );
      await sleep(20);
    }
  })();
  return async () => {
    over = true;
    await watch;
    return times.sort((a, b) => a - b);
  };
}

/** Opens a client that sends a byte now and then; resolves with the time until it is closed. */
function openSlow(port: number, [start, drop]: [string, string]): Promise<number> {
  const born = performance.now();
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  socket.write(start);
  const drip = setInterval(() => socket.write(drop), DROP_MS);
  const limit = setTimeout(() => socket.destroy(), CLOSED_MS + 1_000);
  return once(socket, 'close').then(() => {
    clearInterval(drip);
    clearTimeout(limit);
    return performance.now() - born;
  });
}

/** Many slow clients at once, beside callers that are not slow. */
async function crowd(m: Measure, { port }: ServerProcess, each: number): Promise<number> {
  const health = watchHealth(port);
  const clients = Object.entries(SLOW).flatMap(([kind, bytes]) =>
    Array.from({ length: each }, async () => ({ kind, ms: await openSlow(port, bytes) })),
  );
  const closed = await Promise.all(clients);
  const times = await health();
  const late = closed.filter(({ ms }) => ms > CLOSED_MS);
  m.check(late.length === 0, `every slow client is closed within ${CLOSED_MS / 1_000} s`, late[0]);
  m.note('slow clients; the last was closed after, s', `${closed.length}; ${maxOf(closed)}`);
  return times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY;
}

const maxOf = (closed: { ms: number }[]): string =>
  (Math.max(...closed.map(({ ms }) => ms)) / 1_000).toFixed(1);

/** Sends bytes and reads until the server closes; answers what came. */
async function sendRaw(port: number, bytes: string, limit: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let came = '';
  socket
    .on('error', () => undefined)
    .on('data', (part) => {
      came += part;
    });
  socket.write(bytes, 'latin1');
  await Promise.race([once(socket, 'close'), sleep(limit, undefined, { ref: false })]);
  const open = !socket.destroyed;
  socket.destroy();
  return open ? `left open: ${came}` : came;
}

async function checkRaw(m: Measure, { port }: ServerProcess, limit = CLOSED_MS): Promise<void> {
  await Promise.all(
    Object.entries(RAW).map(async ([name, bytes]) => {
      const came = await sendRaw(port, bytes, limit);
      const answers = came.match(/HTTP\/1\.1 \d+/g) ?? [];
      const refused = answers.length === 1 && /HTTP\/1\.1 4\d\d/.test(came);
      m.check(refused, `${name} is refused once, and closed`, came.slice(0, 200));
      m.check(!/at .+\.(ts|js):\d|node:internal/.test(came), `${name}: nothing of the inside`);
    }),
  );
}

/** The tool that others use, with its own kinds of slow clients. */
async function runTool(m: Measure, { port }: ServerProcess): Promise<void> {
  if (!existsSync(TOOL)) {
    m.unmeasured('slowhttptest', 'apt-get install -y slowhttptest');
    return;
  }
  for (const [kind, count] of [
    ['-H', '900'],
    ['-B', '400'],
  ] as const) {
    const health = watchHealth(port);
    const json = ['-f', 'application/json'];
    const args = ['-c', count, kind, '-i', '3', '-r', '300', '-l', '25', '-p', '3', ...json];
    const tool = spawn(TOOL, [...args, '-u', `http://127.0.0.1:${port}/api/auth/sign-in/email`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    tool.stdout.on('data', (part) => {
      said += part;
    });
    await once(tool, 'exit');
    const times = await health();
    // It ends before its time when every connection is closed.
    const none = said.includes('No open connections left');
    m.check(none, `slowhttptest ${kind}: no connection is left`, said.slice(-300));
    const p99 = times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY;
    m.note(`slowhttptest ${kind}: /healthz, ms: p99`, Math.round(p99));
  }
}

async function run(m: Measure): Promise<void> {
  const server = await startProcesso({ env: { LOG_LEVEL: 'silent' } });
  try {
    await call(server.port, '/healthz');
    // In `npm test` other tests are measured too.
    const limit = m.pick(1_000, HEALTH_MS, HEALTH_MS);
    const each = m.pick(20, 100, 400);
    let [p99] = await Promise.all([crowd(m, server, each), checkRaw(m, server)]);
    if (p99 >= limit) {
      m.note('/healthz was late, so measured once more, ms: p99', Math.round(p99));
      p99 = await crowd(m, server, each);
    }
    m.note('/healthz meanwhile, ms: p99', Math.round(p99));
    m.check(p99 < limit, `/healthz answers within ${limit} ms`, p99);
    if (m.full) await runTool(m, server);
  } finally {
    server.remove();
  }
}

describeRow({
  id: 'R9',
  promise: 'slow clients and bytes that are no request hold nothing',
  run,
  /** The fault: a server without limits of time, which answers nothing. */
  async canary(m) {
    const server = await startProcesso({ falha: 'espera', env: { LOG_LEVEL: 'silent' } });
    try {
      await checkRaw(m, server, 1_500);
    } finally {
      server.remove();
    }
  },
});
