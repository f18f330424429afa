/** R5: PostgreSQL stops, starts and freezes while writers write. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../server/test/cluster.ts';
import type { ServerProcess } from '../../server/test/processo.ts';
import { compareOwners, writeOwners } from '../escritores.ts';
import { createStage, signUp } from '../nos.ts';
import { describeRow, type Measure } from '../row.ts';

const PRAZO_MS = 2_500;
const VOLTA_MS = 2_000;

/** A fault of the database under load; `fault` answers after the database works again. */
async function outage(
  m: Measure,
  nome: string,
  { node, token, fault }: { node: ServerProcess; token: string; fault: () => Promise<void> },
): Promise<string[]> {
  let over = false;
  const writing = writeOwners([node], token, () => over);
  await sleep(400);
  await fault();
  const back = performance.now();
  await sleep(VOLTA_MS + 500);
  over = true;
  const log = await writing;
  const volta = (log.instantes.find((quando) => quando > back) ?? Number.POSITIVE_INFINITY) - back;
  m.note(
    `${nome}: accepted, refused, slowest answer, first success after`,
    `${log.aceitas.length}, ${log.recusadas}, ${Math.round(log.demora)} ms, ${Math.round(volta)} ms`,
  );
  m.check(log.recusadas > 0, `${nome}: writes are refused meanwhile`);
  m.check(log.estranhas.length === 0, `${nome}: each write answers 201, or 503 with Retry-After`, [
    ...new Set(log.estranhas),
  ]);
  m.check(
    log.demora <= PRAZO_MS,
    `${nome}: no answer takes longer than 2.5 s`,
    Math.round(log.demora),
  );
  m.check(volta <= VOLTA_MS, `${nome}: writes succeed within 2 s`, Math.round(volta));
  return log.aceitas;
}

const crash = (cluster: Cluster) => async () => {
  await cluster.stop('immediate');
  await sleep(1_000);
  await cluster.start();
};

const freeze = (cluster: Cluster) => async () => {
  cluster.signal('SIGSTOP');
  await sleep(5_000);
  cluster.signal('SIGCONT');
};

async function check(m: Measure, stops: number, falha?: string): Promise<void> {
  const stage = await createStage();
  try {
    const node = await stage.startNode(falha);
    const token = await signUp(node);
    const aceitas: string[] = [];
    for (let i = 1; i <= stops; i += 1) {
      const fault = crash(stage.cluster);
      aceitas.push(...(await outage(m, `stop ${i}`, { node, token, fault })));
    }
    if (!falha) {
      const fault = freeze(stage.cluster);
      aceitas.push(...(await outage(m, 'freeze', { node, token, fault })));
    }
    await compareOwners(m, { url: stage.url, nodes: 1 }, aceitas);
    m.check(node.escapados.length === 0, 'no error ends the server', node.escapados);
  } finally {
    stage.remove();
  }
}

describeRow({
  id: 'R5',
  promise: 'PostgreSQL that stops or freezes gives short 503s, and nothing acknowledged is lost',
  run: (m) => check(m, m.pick(1, 2, 5)),
  canary: (m) => check(m, 1, 'gravacao'),
});
