/** R5: the standby takes over from a killed PostgreSQL, then a node is killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openBanco } from '../../server/src/platform/db/banco.ts';
import { databaseUrl } from '../../server/test/postgres.ts';
import type { ServerProcess } from '../../server/test/processo.ts';
import { query } from '../../server/test/query.ts';
import { compareOwners, measureReturn, type WriteLog, writeOwners } from '../escritores.ts';
import { ask, createStandbyStage, type StandbyStage, signUp } from '../nos.ts';
import { followStream, type StreamFollower } from '../ouvinte.ts';
import { describeRow, type Measure } from '../row.ts';

const VOLTA_MS = 10_000;
const RETORNO_MS = 2_000;
const PRAZO_MS = 2_500;
/** Between the passages of the gate. */
const PASSO_MS = 20;

const standbyUrl = ({ standby }: StandbyStage): string => databaseUrl(standby.url, 'unipark');

/** Posts passages to a node until `over` says so. @returns the ids of the accepted ones */
async function postPassages(
  node: ServerProcess,
  { token, serie }: { token: string; serie: string },
  over: () => boolean,
): Promise<string[]> {
  const aceitas: string[] = [];
  for (let i = 0; !over(); i += 1) {
    const placa = `${serie}${String(i).padStart(4, '0')}`;
    const { status, json } = await ask(node, 'POST', '/db/ultimosveiculos', {
      token,
      body: { placa },
    });
    if (status === 201) aceitas.push(String(json.id));
    await sleep(PASSO_MS);
  }
  return aceitas;
}

/** Kills the primary; the standby is promoted and the wire leads to it. @returns when it was killed */
async function failOver(m: Measure, stage: StandbyStage): Promise<number> {
  stage.cluster.signal('SIGKILL');
  const morte = performance.now();
  await stage.standby.promote();
  stage.wire.switchTo(standbyUrl(stage));
  m.note('promoted and switched after, ms', Math.round(performance.now() - morte));
  return morte;
}

/** The standby answers nothing for three seconds: no commit is confirmed, and reads go on. */
async function freezeStandby(
  m: Measure,
  { standby }: StandbyStage,
  node: ServerProcess,
  token: string,
) {
  standby.signal('SIGSTOP');
  await sleep(500);
  const leituras = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      sleep(i * 100).then(() => ask(node, 'GET', '/db/proprietarios?limite=5', { token })),
    ),
  );
  await sleep(500);
  standby.signal('SIGCONT');
  const erradas = leituras.filter(({ status, ms }) => status !== 200 || ms > 500).length;
  m.check(erradas === 0, 'reads go on while the standby is silent', erradas);
}

function judgeWrites(m: Measure, log: WriteLog, morte: number): void {
  const volta = measureReturn(log, morte);
  const depois = log.instantes.filter((cada) => cada > morte + volta).length;
  m.note(
    'failover: accepted (of them after it), refused, slowest answer, first success after',
    `${log.aceitas.length} (${depois}), ${log.recusadas}, ${Math.round(log.demora)} ms, ${Math.round(volta)} ms`,
  );
  m.check(volta <= VOLTA_MS, 'writes succeed within 10 s of the death', Math.round(volta));
  m.check(log.demora <= PRAZO_MS, 'no answer takes longer than 2.5 s', Math.round(log.demora));
  m.check(log.estranhas.length === 0, 'each write answers 201, or 503 with Retry-After', [
    ...new Set(log.estranhas),
  ]);
}

function judgeStream(
  m: Measure,
  { eventos, retornos, ausencia }: StreamFollower,
  aceitas: string[],
) {
  const ids = eventos.map(({ id }) => Number(id));
  const vistas = new Set(
    eventos
      .filter(({ tipo }) => tipo === 'passagem')
      .map(({ dados }) => String((JSON.parse(dados) as { id: string }).id)),
  );
  const perdidas = aceitas.filter((id) => !vistas.has(id));
  m.note(
    'stream: passages, opened again, longest time without a stream',
    `${aceitas.length}, ${retornos}, ${Math.round(ausencia)} ms`,
  );
  m.check(retornos > 0, 'the stream of the killed node is opened on the other');
  m.check(ausencia <= RETORNO_MS, 'the stream is back within 2 s', Math.round(ausencia));
  m.check(perdidas.length === 0, 'no event of an acknowledged passage is missed', perdidas.length);
  m.check(!eventos.some(({ tipo }) => tipo === 'recarregar'), 'no list has to be loaded again');
  m.check(
    ids.every((id, i) => i === 0 || id > (ids[i - 1] as number)),
    'each event comes once, in order',
  );
}

/** Waits until commits wait for the standby. */
async function awaitSynchronous({ url }: StandbyStage): Promise<void> {
  const db = openBanco(url);
  try {
    for (let tentativa = 0; tentativa < 200; tentativa += 1) {
      const linhas = await query<{ sync_state: string }>(
        db,
        'select sync_state from pg_stat_replication',
      );
      if (linhas.some(({ sync_state }) => sync_state === 'sync')) return;
      await sleep(50);
    }
    throw new Error('the standby does not follow');
  } finally {
    await db.destroy();
  }
}

/** `segundos`: how long is written before the death of the primary, after it, and after a node's. */
async function check(m: Measure, segundos: number): Promise<void> {
  const stage = await createStandbyStage(true);
  try {
    await awaitSynchronous(stage);
    const a = await stage.startNode();
    const b = await stage.startNode();
    const token = await signUp(a);
    const seguidor = await followStream([a.url, b.url], token);
    let over = false;
    let trocado = false;
    const writing = writeOwners([a, b], token, () => trocado);
    const gates = [
      postPassages(a, { token, serie: 'GTA' }, () => over),
      postPassages(b, { token, serie: 'GTB' }, () => over),
    ];
    await sleep(segundos * 1_000);
    await freezeStandby(m, stage, b, token);
    await sleep(1_000);
    const morte = await failOver(m, stage);
    await sleep(segundos * 1_000 + 1_000);
    trocado = true;
    const log = await writing;
    judgeWrites(m, log, morte);
    a.filho.kill('SIGKILL');
    await sleep(segundos * 1_000);
    over = true;
    const aceitas = (await Promise.all(gates)).flat();
    await sleep(300);
    seguidor.close();
    judgeStream(m, seguidor, aceitas);
    await compareOwners(m, { url: standbyUrl(stage), nodes: 2 }, log.aceitas);
    m.check(
      stage.wire.count() <= 11,
      'the wire has only the connections of one node',
      stage.wire.count(),
    );
    for (const { escapados } of [a, b])
      m.check(escapados.length === 0, 'no error ends a node', escapados);
  } finally {
    stage.remove();
  }
}

describeRow({
  id: 'R5',
  promise:
    'a synchronous standby takes over in seconds, nothing acknowledged is lost, no event missed',
  run: (m) => check(m, m.pick(1, 2, 20)),
  /** The standby does not have the last commits, and no commit waits for it. */
  async canary(m) {
    const stage = await createStandbyStage(false);
    try {
      const node = await stage.startNode();
      const token = await signUp(node);
      // It copies the tables and the account.
      await sleep(500);
      await stage.standby.stop();
      const inicio = performance.now();
      const writing = writeOwners([node], token, () => performance.now() > inicio + 1_000);
      const { aceitas } = await writing;
      stage.cluster.signal('SIGKILL');
      await stage.standby.start();
      await stage.standby.promote();
      await compareOwners(m, { url: standbyUrl(stage), nodes: 1 }, aceitas);
    } finally {
      stage.remove();
    }
  },
});
