/** R6: a backup made while the register is written gives every acknowledged row back. */
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { readManifesto } from '../../server/src/copias/manifesto.ts';
import { makePlaca } from '../../server/src/demo/registro.ts';
import { examineDatabase } from '../../server/src/platform/db/backup/examine.ts';
import { run, startProcesso } from '../processo.ts';
import { describeRow, type Measure } from '../row.ts';

const TOOL = 'server/src/unipark.ts';
const WRITERS = 8;
const SENHA = 'cancela-azul-42';
const CONTA = { name: 'Ana', email: 'ana@exemplo.br', password: SENHA };

/** Makes a backup of a folder and restores it into an empty one, by the operator's tool. */
async function backUpByTool(m: Measure, dataDir: string, empty: string): Promise<void> {
  const tool = async (args: string[], folder: string): Promise<string> => {
    const child = run(TOOL, args, { DATA_DIR: folder });
    const [said, error, [code]] = await Promise.all([
      text(child.stdout as NonNullable<typeof child.stdout>),
      text(child.stderr as NonNullable<typeof child.stderr>),
      once(child, 'exit'),
    ]);
    m.check(code === 0, `${args[0]} succeeds`, said + error);
    return said;
  };
  const said = await tool(['backup', '--com-segredos'], dataDir);
  const folder = /Cópia conferida: (\S+)/.exec(said)?.[1] ?? '';
  m.check((await readManifesto(folder)) !== undefined, 'the backup has its manifest', said);
  await tool(['restore', folder, '--sim'], empty);
  const copied = listPlacas(join(folder, 'unipark.db'));
  const restored = listPlacas(join(empty, 'unipark.db'));
  m.check(
    copied.length > 0 && copied.join() === restored.join(),
    'the restored register is the one of the backup, record by record',
    [copied.length, restored.length],
  );
}

/** A copy of the file alone: what was written last is in the log beside it. */
async function copyFileAlone(_: Measure, dataDir: string, empty: string): Promise<void> {
  copyFileSync(join(dataDir, 'unipark.db'), join(empty, 'unipark.db'));
}

/** Keeps all that is written from now on in the log: a copy may fall on a checkpoint of it. */
function holdLog(dataDir: string): () => void {
  const reader = new Database(join(dataDir, 'unipark.db'), { readonly: true });
  reader.exec('begin; select 1 from veiculos');
  return () => reader.close();
}

/** Every vehicle with all its values. */
function listPlacas(file: string): string[] {
  const database = new Database(file, { readonly: true });
  try {
    const rows = database.prepare('select * from veiculos order by placa').all();
    return rows.map((row) => JSON.stringify(row));
  } catch {
    return [];
  } finally {
    database.close();
  }
}

async function check(
  m: Measure,
  rounds: number,
  backUp: typeof backUpByTool,
  hold = (_dataDir: string) => () => {},
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const [dataDir, empty] = ['r6-', 'r6-vazia-'].map((name) =>
      mkdtempSync(join(tmpdir(), `unipark-${name}`)),
    ) as [string, string];
    const server = await startProcesso({ DATA_DIR: dataDir });
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
    let release = () => {};
    try {
      const { token } = (await call('/api/auth/sign-up/email', CONTA)).json;
      release = hold(dataDir);
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
      await sleep(300 + m.random() * 400);
      const before = [...acknowledged];
      await backUp(m, dataDir, empty);
      await server.kill();
      await Promise.all(writers);

      const there = new Set(
        listPlacas(join(empty, 'unipark.db')).map((row) => JSON.parse(row).placa as string),
      );
      const lost = before.filter((placa) => !there.has(placa));
      m.check(before.length > 10, 'the register is written meanwhile', before.length);
      m.check(lost.length === 0, 'no vehicle acknowledged before the backup is missing', {
        lost: lost.length,
        of: before.length,
      });
      const facts = await examineDatabase(join(empty, 'unipark.db')).catch(String);
      m.check(
        typeof facts === 'object' && facts.quebra === undefined,
        "the restored database is whole, and its audit's chain holds",
        facts,
      );
      const again = await startProcesso({ DATA_DIR: empty }).catch(String);
      const said = typeof again === 'string' ? again : (await signIn(again.url)).status;
      m.check(said === 200, 'the account signs in on the restored installation', said);
      if (typeof again !== 'string') await again.kill();
      m.note('acknowledged before, in the backup', `${before.length}, ${there.size}`);
    } finally {
      release();
      await server.kill();
      for (const folder of [dataDir, empty]) rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Signs in. */
const signIn = (url: string): Promise<{ status: number }> =>
  fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: CONTA.email, password: SENHA }),
  });

describeRow({
  id: 'R6',
  promise: 'a backup made while the register is written gives every acknowledged row back',
  run: (m) => check(m, m.full ? 10 : 1, backUpByTool),
  canary: (m) => check(m, 1, copyFileAlone, holdLog),
});
