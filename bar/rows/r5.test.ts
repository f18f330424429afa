/** R5: PostgreSQL stops, starts and freezes while writers write. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openBanco } from '../../server/src/platform/db/banco.ts';
import type { Cluster } from '../../server/test/cluster.ts';
import type { ServerProcess } from '../../server/test/processo.ts';
import { query } from '../../server/test/query.ts';
import { ask, createStage, type NodeStage, signUp } from '../nos.ts';
import { describeRow, type Measure } from '../row.ts';

const ESCRITORES = 8;
const PRAZO_MS = 2_500;
const VOLTA_MS = 2_000;
/** Connections of a node: its pool, and the one that listens. */
const CONEXOES = 11;

interface WriteLog {
  aceitas: string[];
  recusadas: number;
  estranhas: string[];
  demora: number;
  /** When each accepted write was answered. */
  instantes: number[];
}

let numero = 0;

/** Writers that write until `over` says so. */
async function write(node: ServerProcess, token: string, over: () => boolean): Promise<WriteLog> {
  const log: WriteLog = { aceitas: [], recusadas: 0, estranhas: [], demora: 0, instantes: [] };
  const person = async (): Promise<void> => {
    while (!over()) {
      numero += 1;
      const matricula = `R5${numero}`;
      const { status, retryAfter, ms } = await ask(node, 'POST', '/db/proprietarios', {
        token,
        body: { matricula, nome: 'Eva' },
      });
      log.demora = Math.max(log.demora, ms);
      if (status === 201) {
        log.aceitas.push(matricula);
        log.instantes.push(performance.now());
      } else if (status === 503 && retryAfter) {
        log.recusadas += 1;
        // As a client that waits: without it, refused writes keep the machine busy.
        await sleep(10);
      } else log.estranhas.push(String(status));
    }
  };
  await Promise.all(Array.from({ length: ESCRITORES }, person));
  return log;
}

/** A fault of the database under load; `fault` answers after the database works again. */
async function outage(
  m: Measure,
  nome: string,
  { node, token, fault }: { node: ServerProcess; token: string; fault: () => Promise<void> },
): Promise<string[]> {
  let over = false;
  const writing = write(node, token, () => over);
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

/** Compares the database with what was acknowledged. */
async function compare(m: Measure, { url }: NodeStage, aceitas: string[]): Promise<void> {
  const db = openBanco(url);
  try {
    const linhas = await query<{ matricula: string }>(db, 'select matricula from proprietarios');
    const ha = new Set(linhas.map(({ matricula }) => matricula));
    const perdidas = aceitas.filter((matricula) => !ha.has(matricula));
    m.check(perdidas.length === 0, 'no acknowledged write is lost', perdidas.length);
    const [semAuditoria] = await query<{ total: number }>(
      db,
      `select count(*) as total from proprietarios p where 1 <> (select count(*) from auditoria a
       where a.entidade = 'proprietario' and a.acao = 'criar' and a.chave = p.matricula)`,
    );
    m.check(semAuditoria?.total === 0, 'every record has one audit row', semAuditoria);
    const [abertas] = await query<{ total: number }>(
      db,
      `select count(*) as total from pg_stat_activity where application_name = 'unipark'
       and pid <> pg_backend_pid()`,
    );
    m.check((abertas?.total ?? 99) <= CONEXOES, 'the connections are those of one pool', abertas);
  } finally {
    await db.destroy();
  }
}

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
    await compare(m, stage, aceitas);
    m.check(node.escapados.length === 0, 'no error ends the server', node.escapados);
  } finally {
    stage.remove();
  }
}

describeRow({
  id: 'R5',
  promise: 'PostgreSQL that stops or freezes gives short 503s, and nothing acknowledged is lost',
  run: (m) => check(m, m.full ? 5 : 2),
  canary: (m) => check(m, 1, 'gravacao'),
});
