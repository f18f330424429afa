/** R14: a mixed load for a while; what the process holds is counted after each round. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Recursos, type ServerProcess, startProcesso } from '../../server/test/processo.ts';
import { createStage } from '../nos.ts';
import { readEvents } from '../ouvirEventos.ts';
import { ask, createPerson } from '../pares/pessoas.ts';
import { describeRow, type Measure } from '../row.ts';

/** Requests of a round; many are under way at once. */
const ROUND = 400;
const AT_ONCE = 8;
const MODELS = ['Gol', 'Uno', 'Onix', 'Palio'];
/** In ten minutes, after the warm-up. */
const SLOPE_MAX_MB = 1;
const TEN_MINUTES = 600_000;

/** In MB: what the process allocated, and the pages of files, as the growing database's. */
interface Sample extends Recursos {
  own: number;
  mapped: number;
  at: number;
}

const placaOf = (i: number): string => `AAA${String(i % 200).padStart(4, '0')}`;

/** One request of each kind in turn: reads, searches, changes, passages, refusals, a stream. */
async function request(server: ServerProcess, token: string, i: number): Promise<number> {
  const modelo = MODELS[i % MODELS.length];
  const kinds: (() => Promise<{ status: number }>)[] = [
    () => ask(server, 'GET', '/db/veiculos?limite=50', { token }),
    () => ask(server, 'GET', `/db/veiculos/busca?q=${modelo}`, { token }),
    () => ask(server, 'PUT', `/db/veiculos/${placaOf(i)}`, { token, body: { modelo } }),
    () => ask(server, 'POST', '/db/ultimosveiculos', { token, body: { placa: placaOf(i) } }),
    () => ask(server, 'GET', '/api/passagens?limite=20', { token }),
    () => ask(server, 'GET', `/db/veiculos/${placaOf(i)}`, { token }),
    () => ask(server, 'GET', '/db/nada', { token }),
    () => ask(server, 'POST', '/db/veiculos', { token, body: { placa: '' } }),
    () => ask(server, 'GET', '/db/veiculos', { token: 'a.b.c' }),
  ];
  if (i % 40 === 0) (await readEvents(server, token)).close();
  return (await kinds[i % kinds.length]?.())?.status ?? 0;
}

async function load(m: Measure, server: ServerProcess, token: string, from: number): Promise<void> {
  let next = from;
  const wrong: number[] = [];
  const work = async (): Promise<void> => {
    while (next < from + ROUND) {
      const i = next;
      next += 1;
      const status = await request(server, token, i);
      if (status === 0 || status >= 500) wrong.push(status);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  m.check(wrong.length === 0, 'every request is answered', wrong);
}

async function sample(server: ServerProcess): Promise<Sample> {
  // What the last requests opened is closed by then.
  await sleep(200);
  const recursos = await server.listRecursos();
  const status = readFileSync(`/proc/${server.filho.pid}/status`, 'utf8');
  const megabytes = (nome: string) =>
    Number(new RegExp(`^${nome}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024;
  const [own, mapped] = [megabytes('RssAnon'), megabytes('RssFile') + megabytes('RssShmem')];
  return { ...recursos, own, mapped, at: performance.now() };
}

/** Growth per millisecond, by least squares. */
function slopeOf(samples: Sample[], read: (each: Sample) => number): number {
  const meanAt = samples.reduce((sum, { at }) => sum + at, 0) / samples.length;
  const mean = samples.reduce((sum, each) => sum + read(each), 0) / samples.length;
  const over = samples.reduce((sum, each) => sum + (each.at - meanAt) * (read(each) - mean), 0);
  return over / samples.reduce((sum, { at }) => sum + (at - meanAt) ** 2, 0);
}

interface SoakPlan {
  warm: number;
  /** The measured time, or so many rounds where it is short. */
  ms: number;
  rounds: number;
  /** What a request may leave in the heap, in bytes; a short run measures no slope. */
  perRequest: number;
}

async function exercise(m: Measure, server: ServerProcess, plan: SoakPlan): Promise<void> {
  const { token } = await createPerson(server);
  for (let i = 0; i < 200; i += 1) {
    const body = { placa: placaOf(i), modelo: MODELS[i % MODELS.length] };
    await ask(server, 'POST', '/db/veiculos', { token, body });
  }
  let sent = 0;
  const round = async (): Promise<void> => {
    await load(m, server, token, sent);
    sent += ROUND;
  };
  for (let i = 0; i < plan.warm; i += 1) await round();
  const samples = [await sample(server)];
  const end = performance.now() + plan.ms;
  for (let i = 0; i < plan.rounds || performance.now() < end; i += 1) {
    await round();
    samples.push(await sample(server));
  }
  judge(m, samples, plan);
}

async function onSqlite(m: Measure, plan: SoakPlan, falha?: string): Promise<void> {
  const server = await startProcesso({ falha, env: { LOG_LEVEL: 'silent' } });
  await exercise(m, server, plan).finally(() => server.remove());
}

async function onPostgres(m: Measure, plan: SoakPlan): Promise<void> {
  const stage = await createStage();
  m.note('then on', 'PostgreSQL');
  await stage
    .startNode()
    .then((node) => exercise(m, node, plan))
    .finally(() => stage.remove());
}

function judge(m: Measure, samples: Sample[], plan: SoakPlan): void {
  const [first, last] = [samples[0] as Sample, samples.at(-1) as Sample];
  const requests = (samples.length - 1) * ROUND;
  const each = Math.round((last.heap - first.heap) / requests);
  m.check(each <= plan.perRequest, `a request leaves ${plan.perRequest} bytes at most`, each);
  m.check(last.arquivos <= first.arquivos + 4, 'open files do not grow', [
    first.arquivos,
    last.arquivos,
  ]);
  m.check(last.relogios <= first.relogios + 4, 'timers do not grow', [
    first.relogios,
    last.relogios,
  ]);
  m.note('requests; bytes that each leaves in the heap', `${requests}; ${each}`);
  // How it went tells a leak, which goes on, from a level that is reached late.
  const tenths = Array.from({ length: 11 }, (_, i) =>
    samples[Math.round((i / 10) * (samples.length - 1))]?.own.toFixed(0),
  );
  m.note('its own memory at each tenth, MB', tenths.join(' '));
  m.note('pages of files, MB', `${first.mapped.toFixed(0)} to ${last.mapped.toFixed(0)}`);
  if (plan.ms === 0) return;
  const slope = slopeOf(samples, ({ own }) => own) * TEN_MINUTES;
  m.check(
    slope < SLOPE_MAX_MB,
    `its own memory grows by ${SLOPE_MAX_MB} MB in ten minutes at most`,
    slope,
  );
}

describeRow({
  id: 'R14',
  promise: 'a long load leaves neither memory, files nor timers behind',
  async run(m) {
    const plan = m.pick<SoakPlan>(
      { warm: 2, ms: 0, rounds: 2, perRequest: 3_000 },
      { warm: 6, ms: 0, rounds: 8, perRequest: 600 },
      // Its memory reaches its level after some 130,000 requests.
      { warm: 350, ms: TEN_MINUTES, rounds: 0, perRequest: 50 },
    );
    await onSqlite(m, plan);
    if (m.full) await onPostgres(m, plan);
  },
  /** The fault: something of each request is kept for ever. */
  canary: (m) => onSqlite(m, { warm: 1, ms: 0, rounds: 1, perRequest: 3_000 }, 'guarda'),
});
