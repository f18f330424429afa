/** Writers of an installation on PostgreSQL, and the comparison of what they were told with what is there. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChainRow, findChainBreak } from '../server/src/platform/chain.ts';
import { type Banco, openBanco } from '../server/src/platform/db/banco.ts';
import type { ServerProcess } from '../server/test/processo.ts';
import { query } from '../server/test/query.ts';
import { ask } from './nos.ts';
import type { Measure } from './row.ts';

const ESCRITORES = 8;
/** Connections of a node: its pool, and the one that listens. */
const CONEXOES = 11;

export interface WriteLog {
  aceitas: string[];
  recusadas: number;
  estranhas: string[];
  /** The slowest answer, without the longest time for which this process did not run. */
  demora: number;
  /** When each accepted write was answered. */
  instantes: number[];
}

let numero = 0;

/** Eight writers of owners, spread over the nodes, that write until `over` says so. */
export async function writeOwners(
  nodes: Pick<ServerProcess, 'url'>[],
  token: string,
  over: () => boolean,
): Promise<WriteLog> {
  const log: WriteLog = { aceitas: [], recusadas: 0, estranhas: [], demora: 0, instantes: [] };
  const person = async (node: Pick<ServerProcess, 'url'>): Promise<void> => {
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
  const own = monitorEventLoopDelay({ resolution: 10 });
  own.enable();
  await Promise.all(
    Array.from({ length: ESCRITORES }, (_, i) => person(nodes[i % nodes.length] as ServerProcess)),
  );
  own.disable();
  log.demora -= own.max / 1e6;
  return log;
}

/**
 * Milliseconds from `morte` to the end of the longest time without an accepted write that ends after
 * it: an answer that was on its way when the database died is no return.
 */
export function measureReturn({ instantes }: WriteLog, morte: number): number {
  const ordem = [...instantes].sort((x, y) => x - y);
  const pausas = ordem.map((fim, i) => ({ fim, duracao: fim - (ordem[i - 1] ?? fim) }));
  const longa = pausas.filter(({ fim }) => fim > morte).sort((x, y) => y.duracao - x.duracao)[0];
  return (longa?.fim ?? Number.POSITIVE_INFINITY) - morte;
}

async function checkChain(m: Measure, db: Banco): Promise<void> {
  const linhas = await query<ChainRow>(db, 'select * from auditoria order by id');
  const [cabeca] = await query<{ hash: string }>(db, 'select hash from auditoria_cabeca');
  const quebra = await findChainBreak(linhas, cabeca?.hash);
  m.check(quebra === undefined, 'the chain of the audit is whole', quebra);
}

/** Compares the database with the owners whose writing was acknowledged. */
export async function compareOwners(
  m: Measure,
  { url, nodes }: { url: string; nodes: number },
  aceitas: string[],
): Promise<void> {
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
    await checkChain(m, db);
    const [abertas] = await query<{ total: number }>(
      db,
      `select count(*) as total from pg_stat_activity where application_name = 'unipark'
       and pid <> pg_backend_pid()`,
    );
    const teto = CONEXOES * nodes;
    m.check((abertas?.total ?? 99) <= teto, `there are at most ${teto} connections`, abertas);
  } finally {
    await db.destroy();
  }
}
