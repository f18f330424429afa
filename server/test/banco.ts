/** A database of the newest schema, without the application around it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../src/migrations/all.ts';
import { type Banco, openBanco } from '../src/platform/db/banco.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createTestDatabase } from './postgres.ts';
import { copyTemplate } from './template.ts';

export interface TestBanco {
  db: Banco;
  /** Of PostgreSQL; null for the embedded database. */
  url: string | null;
  close(): Promise<void>;
}

/** Embedded in `pasta`, or on PostgreSQL in the project that runs the tests there. */
export async function openTestBanco(
  pasta = mkdtempSync(join(tmpdir(), 'unipark-banco-')),
): Promise<TestBanco> {
  const remoto = await createTestDatabase();
  const pronto = !remoto && copyTemplate('empty', pasta);
  const db = openBanco(remoto?.url ?? pasta);
  if (!remoto && !pronto) await migrate(db, migrations);
  return {
    db,
    url: remoto?.url ?? null,
    async close() {
      await db.destroy();
      await remoto?.drop();
      rmSync(pasta, { recursive: true, force: true });
    },
  };
}
