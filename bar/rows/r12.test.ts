/** R12: viewers that stop reading, beside viewers that read; a camera that is dead beside three. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Banco, openBanco } from '../../server/src/platform/db/banco.ts';
import { type ServerProcess, startProcesso } from '../../server/test/processo.ts';
import { readEvents } from '../ouvirEventos.ts';
import { openPeer } from '../pares/peers.ts';
import { ask, createPerson, type PeerPerson } from '../pares/pessoas.ts';
import { describeRow, type Measure } from '../row.ts';

const EVENTS = '/db/ultimosveiculos/eventos';
const PER_PERSON = 6;
const EVENT_BYTES = 16_000;
/** Written at once: a client is dropped before the next ones are written. */
const BATCH = 4;
/** What a client may leave unread, and the events that were under way. */
const HELD_MAX = 64 * 1_024 + 3 * BATCH * (EVENT_BYTES + 200);
/** More than the kernel buffers for a connection on this machine. */
const FLOOD_MAX = 1_200;
const GROWTH_MAX_MB = 40;
const LIVE_MS = 500;
const GAP_MS = 1_500;

interface Watched {
  frames: number;
  /** The longest time without a frame, in ms. */
  gap: number;
}

const rssOf = ({ filho }: ServerProcess): number => {
  const status = readFileSync(`/proc/${filho.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024;
};

function openStalled({ port }: ServerProcess, token: string): Socket {
  const socket = openPeer(port);
  socket.write(
    `GET ${EVENTS} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  return socket;
}

let told = 0;
/** Large events and a passage, which tells the server to send them; answers the passage's plate. */
async function tell(server: ServerProcess, db: Banco, { token }: PeerPerson): Promise<string> {
  told += 1;
  const placa = `AAA${String(told).padStart(4, '0')}`;
  const dados = JSON.stringify('x'.repeat(EVENT_BYTES));
  const event = { tipo: 'teste', dados, criado_em: new Date().toISOString() };
  await db.insertInto('eventos').values(Array(BATCH).fill(event)).execute();
  await ask(server, 'POST', '/db/ultimosveiculos', { token, body: { placa } });
  return placa;
}

/** Sends events until every stalled client is dropped; answers what the live one waited for each. */
async function flood(
  m: Measure,
  server: ServerProcess,
  { db, admin, live }: { db: Banco; admin: PeerPerson; live: number },
): Promise<number[]> {
  const reader = await readEvents(server, admin.token);
  const waits: number[] = [];
  let held = 0;
  let left = Number.POSITIVE_INFINITY;
  for (let i = 0; i < FLOOD_MAX && left > live && held <= HELD_MAX; i += 1) {
    const start = performance.now();
    const placa = await tell(server, db, admin);
    const came = await reader.waitFor(placa);
    waits.push((came ?? Number.POSITIVE_INFINITY) - start);
    const open = await server.listPendentes();
    left = open.length;
    held = Math.max(held, ...open);
  }
  reader.close();
  m.check(held <= HELD_MAX, 'a client that does not read holds 64 KB and one write', held);
  m.check(left <= live, 'every client that does not read is dropped', left - live);
  m.note('most bytes of one client', held);
  return waits.sort((a, b) => a - b);
}

async function watch(server: ServerProcess, camera: string, token: string, ms: number) {
  const { json } = await ask(server, 'POST', `/api/cameras/${camera}/ticket`, { token });
  const watched: Watched = { frames: 0, gap: 0 };
  const init = {
    protocols: ['unipark.v1', `ticket.${json.ticket}`],
    headers: { origin: server.url },
  };
  const path = `/api/cameras/${camera}/live`;
  const socket = new WebSocket(server.url.replace('http', 'ws') + path, init as never);
  let last = 0;
  socket.onmessage = ({ data }: { data: unknown }) => {
    if (typeof data === 'string') return;
    if (last > 0) watched.gap = Math.max(watched.gap, performance.now() - last);
    last = performance.now();
    watched.frames += 1;
  };
  await sleep(ms);
  socket.close();
  return watched;
}

/** Three cameras send; the fourth answers nothing. */
async function watchCameras(m: Measure, server: ServerProcess, token: string): Promise<void> {
  const ms = m.pick(2_500, 4_000, 20_000);
  const [um, dois, tres, morta] = await Promise.all(
    ['1', '2', '3', '4'].map((camera) => watch(server, camera, token, ms)),
  );
  for (const [i, camera] of [um, dois, tres].entries()) {
    const { frames = 0, gap = 0 } = camera ?? {};
    const undisturbed = frames > 10 && gap < GAP_MS;
    m.check(undisturbed, `camera ${i + 1} sends beside a dead one`, { frames, gap });
  }
  m.check(morta?.frames === 0, 'the dead camera sends nothing', morta?.frames);
}

async function exercise(m: Measure, clients: number, falha?: string): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'unipark-r12-'));
  const CAMERAS_FILE = join(folder, 'cameras.json');
  const dead = { id: '4', nome: 'Câmera 4', tipo: 'snapshot', url: 'http://127.0.0.1:9/foto.jpg' };
  const demo = ['1', '2', '3'].map((id) => ({ id, nome: `Câmera ${id}`, tipo: 'demo' }));
  writeFileSync(CAMERAS_FILE, JSON.stringify({ cameras: [...demo, dead] }));
  const server = await startProcesso({ falha, env: { CAMERAS_FILE, LOG_LEVEL: 'silent' } });
  const db = openBanco(server.dataDir);
  const stalled: Socket[] = [];
  try {
    const admin = await createPerson(server);
    // The first pictures and passages compile what is measured below.
    await watch(server, '1', admin.token, 500);
    await tell(server, db, admin);
    while (stalled.length < clients) {
      const { token } = await createPerson(server);
      const more = Math.min(PER_PERSON, clients - stalled.length);
      for (let i = 0; i < more; i += 1) stalled.push(openStalled(server, token));
    }
    const open = async () => (await server.listPendentes()).length;
    for (let i = 0; i < 500 && (await open()) < clients; i += 1) await sleep(20);
    const before = rssOf(server);
    const [waits] = await Promise.all([
      flood(m, server, { db, admin, live: 1 }),
      falha === undefined ? watchCameras(m, server, admin.token) : undefined,
    ]);
    const growth = rssOf(server) - before;
    m.check(growth <= GROWTH_MAX_MB, `memory grows by ${GROWTH_MAX_MB} MB at most`, growth);
    m.note('stalled clients; memory grew, MB', `${clients}; ${growth.toFixed(1)}`);
    return waits;
  } finally {
    for (const socket of stalled) socket.destroy();
    await db.destroy();
    server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

const lateOf = (waits: number[]): number => waits[Math.floor(waits.length * 0.99)] ?? 0;

async function run(m: Measure): Promise<void> {
  const clients = m.pick(12, 60, 200);
  let late = lateOf(await exercise(m, clients));
  if (late >= LIVE_MS) {
    m.note('late events, so measured once more', Math.round(late));
    late = lateOf(await exercise(m, clients));
  }
  m.check(late < LIVE_MS, `an event reaches a reader within ${LIVE_MS} ms`, Math.round(late));
  m.note('event to a reader, ms: p99', Math.round(late));
}

describeRow({
  id: 'R12',
  promise: 'viewers that stop reading and a dead camera disturb no other viewer',
  run,
  /** The fault: a stream that writes without a limit to a client that does not read. */
  canary: (m) => exercise(m, 1, 'acumula').then(() => undefined),
});
