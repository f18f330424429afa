/** R4: the server is told to stop while requests and streams are under way. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerProcess, startProcesso } from '../../server/test/processo.ts';
import { ask, createPerson } from '../pares/pessoas.ts';
import { describeRow, type Measure } from '../row.ts';

const REQUESTS = 100;
const PEOPLE = 4;
/** Streams of each person; the limit is six. */
const STREAMS = 5;
const STOP_MS = 5_000;

const statusOf = (url: string): Promise<number> =>
  fetch(url, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => 0,
  );

async function listen({ url }: ServerProcess, token: string): Promise<{ told: Promise<string> }> {
  const response = await fetch(`${url}/db/ultimosveiculos/eventos`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (response.status !== 200) throw new Error(`no stream: ${response.status}`);
  return { told: response.text().catch(() => 'cut') };
}

/** The statuses of /readyz from the signal until the port is closed, each once. */
async function probe({ url }: ServerProcess): Promise<number[]> {
  const seen = new Set<number>();
  for (let status = -1; status !== 0; await sleep(20)) {
    status = await statusOf(`${url}/readyz`);
    seen.add(status);
  }
  return [...seen];
}

async function exercise(m: Measure, requests: number, falha?: string): Promise<void> {
  const server = await startProcesso({ falha, env: { LOG_LEVEL: 'silent' } });
  try {
    const streams: Promise<string>[] = [];
    for (let i = 0; i < PEOPLE; i += 1) {
      const { token } = await createPerson(server);
      for (let j = 0; j < STREAMS; j += 1) streams.push((await listen(server, token)).told);
    }
    const slow = Array.from({ length: requests }, () => statusOf(`${server.url}/teste/lento`));
    await sleep(500);
    const end = server.end('SIGTERM');
    await sleep(30);
    const fresh = ask(server, 'GET', '/api/instalacao').catch(() => ({ status: 0 }));
    const seen = await probe(server);
    m.check(seen.join() === '503,0', '/readyz is 503 for as long as the port is open', seen);
    const { status } = await fresh;
    m.check(status === 503, 'new work is refused with 503', status);
    const done = (await Promise.all(slow)).filter((each) => each === 200).length;
    m.check(done === requests, `${requests} of ${requests} requests under way are answered`, done);
    const { codigo, ms } = await end;
    m.check(codigo === 0 && ms <= STOP_MS, `the process exits with 0 within ${STOP_MS} ms`, {
      codigo,
      ms,
    });
    const told = await Promise.all(streams);
    const polite = told.filter((text) => text.endsWith('retry: 2000\n\n')).length;
    m.check(polite === streams.length, 'every stream ends with its retry time', polite);
    m.note('ended after, ms', Math.round(ms));
  } finally {
    server.remove();
  }
}

describeRow({
  id: 'R4',
  promise: 'a stop is announced, finishes what is under way, and ends in time',
  run: (m) => exercise(m, REQUESTS),
  /** The fault: only the framework's own closing. */
  canary: (m) => exercise(m, 1, 'parada'),
});
