/** The product on a PostgreSQL of its own, which is removed afterwards. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCluster } from '../server/test/cluster.ts';
import { databaseUrl, runOnce } from '../server/test/postgres.ts';
import { type BenchServer, startBancada } from './servidor.ts';

interface PostgresStage {
  cluster: Awaited<ReturnType<typeof createCluster>>;
  /** Starts the product on a new database; `prepare` fills more of it before. */
  start(
    nome: string,
    veiculos: number,
    prepare?: (url: string) => void | Promise<void>,
  ): Promise<{ bancada: BenchServer; url: string }>;
}

/** Runs `work` beside a durable PostgreSQL. */
export async function withPostgres(work: (stage: PostgresStage) => Promise<void>): Promise<void> {
  const cluster = await createCluster({ duravel: true });
  const pasta = mkdtempSync(join(tmpdir(), 'unipark-bench-'));
  const SECRET_FILE = join(pasta, 'segredo');
  writeFileSync(SECRET_FILE, randomBytes(32).toString('hex'), { mode: 0o600 });
  try {
    await work({
      cluster,
      async start(nome, veiculos, prepare) {
        await runOnce(cluster.url, `create database ${nome} template template0 encoding 'UTF8'`);
        const url = databaseUrl(cluster.url, nome);
        const env = { DATABASE_URL: url, SECRET_FILE };
        const bancada = await startBancada(veiculos, env, () => prepare?.(url));
        await runOnce(url, 'vacuum analyze');
        return { bancada, url };
      },
    });
  } finally {
    cluster.remove();
    rmSync(pasta, { recursive: true, force: true });
  }
}
