/** R6 on PostgreSQL: a backup made while the register is written gives every acknowledged row back. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { makePlaca } from '../../server/src/demo/registro.ts';
import { createCluster } from '../../server/test/cluster.ts';
import { databaseUrl, runOnce } from '../../server/test/postgres.ts';
import { findDebian } from '../../server/test/postgresBinaries.ts';
import { run, startProcesso } from '../processo.ts';
import { describeRow, type Measure } from '../row.ts';

const TOOL = 'server/src/unipark.ts';
const WRITERS = 8;
const CONTA = { name: 'Ana', email: 'ana@exemplo.br', password: 'cancela-azul-42' };

type Env = Record<string, string>;
type BackUp = (m: Measure, de: Env, para: Env) => Promise<void>;

async function tool(m: Measure, args: string[], env: Env): Promise<string> {
  const child = run(TOOL, args, env);
  const [said, error, [code]] = await Promise.all([
    text(child.stdout as NonNullable<typeof child.stdout>),
    text(child.stderr as NonNullable<typeof child.stderr>),
    once(child, 'exit'),
  ]);
  m.check(code === 0, `${args[0]} succeeds`, said + error);
  return said;
}

const backUpByTool: BackUp = async (m, de, para) => {
  const said = await tool(m, ['backup'], de);
  await tool(m, ['restore', /Cópia conferida: (\S+)/.exec(said)?.[1] ?? '', '--sim'], para);
};

/** A dump that forgets the rows of one table. */
const forgetRows: BackUp = async (_, { DATABASE_URL: de = '' }, { DATABASE_URL: para = '' }) => {
  const sql = execFileSync('pg_dump', ['--exclude-table-data=veiculos', de], { maxBuffer: 1e9 });
  execFileSync('psql', ['-q', para], { input: sql, stdio: ['pipe', 'ignore', 'ignore'] });
};

async function listPlacas(url: string): Promise<Set<string>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ placa: string }>('select placa from veiculos');
  await client.end();
  return new Set(rows.map(({ placa }) => placa));
}

async function check(m: Measure, rounds: number, backUp: BackUp): Promise<void> {
  const debian = findDebian();
  if (!debian) {
    m.unmeasured('PostgreSQL', 'apt-get install -y postgresql');
    return;
  }
  const cluster = await createCluster({ duravel: true, debian });
  const dataDir = mkdtempSync(join(tmpdir(), 'unipark-r6pg-'));
  const SECRET_FILE = join(dataDir, 'segredo');
  writeFileSync(SECRET_FILE, 'um segredo de quarenta e tantas letras, para provas');
  try {
    for (let round = 0; round < rounds; round += 1) {
      const envOf = (nome: string): Env => ({
        ...{ DATA_DIR: join(dataDir, nome), SECRET_FILE },
        DATABASE_URL: databaseUrl(cluster.url, nome),
      });
      const [de, para] = [envOf(`de${round}`), envOf(`para${round}`)];
      for (const nome of [`de${round}`, `para${round}`]) {
        await runOnce(cluster.url, `create database ${nome} template template0`);
      }
      const server = await startProcesso(de);
      const call = async (path: string, body: unknown, token?: string) => {
        const answer = await fetch(server.url + path, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(token && { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify(body),
        });
        return { status: answer.status, json: (await answer.json()) as { token?: string } };
      };
      try {
        const { token } = (await call('/api/auth/sign-up/email', CONTA)).json;
        const acknowledged: string[] = [];
        let next = 0;
        const writers = Array.from({ length: WRITERS }, async () => {
          try {
            for (;;) {
              next += 1;
              const placa = makePlaca(next);
              const { status } = await call('/db/veiculos', { placa, status: 'ATIVO' }, token);
              if (status === 201) acknowledged.push(placa);
            }
          } catch {
            // The connection closed with the process.
          }
        });
        await sleep(m.random() * 400);
        for (let i = 0; acknowledged.length < 40 && i < 200; i += 1) await sleep(50);
        const before = [...acknowledged];
        await backUp(m, de, para);
        await server.kill();
        await Promise.all(writers);
        const there = await listPlacas(para.DATABASE_URL ?? '');
        const lost = before.filter((placa) => !there.has(placa));
        m.check(before.length > 10, 'the register is written meanwhile', before.length);
        m.check(lost.length === 0, 'no vehicle acknowledged before the backup is missing', {
          lost: lost.length,
          of: before.length,
        });
        await tool(m, ['audit', 'verify'], para);
        m.note('PostgreSQL: acknowledged before, in the backup', `${before.length}, ${there.size}`);
      } finally {
        await server.kill();
      }
    }
  } finally {
    cluster.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

describeRow({
  id: 'R6',
  promise: 'on PostgreSQL too, a backup made while the register is written gives every row back',
  run: (m) => check(m, m.full ? 5 : 1, backUpByTool),
  canary: (m) => check(m, 1, forgetRows),
});
