/**
 * Databases of the newest schema and the reserve for a full disk, made once a run: each test would
 * spend a fifth of a second on its own.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../src/migrations/all.ts';
import { openBanco } from '../src/platform/db/banco.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { Reserve } from '../src/platform/db/sqlite/reserve.ts';
import { seed } from '../src/seed.ts';
import { BANCO, getTemplatePath, RESERVA } from './template.ts';

export default async function setup(): Promise<(() => void) | undefined> {
  // Another project of this run has made them.
  if (process.env.UNIPARK_TESTE_MODELO) return undefined;
  const pasta = mkdtempSync(join(tmpdir(), 'unipark-modelo-'));
  process.env.UNIPARK_TESTE_MODELO = pasta;
  let db = openBanco(pasta);
  await migrate(db, migrations);
  await db.destroy();
  copyFileSync(join(pasta, BANCO), getTemplatePath('empty'));
  db = openBanco(pasta);
  await seed(db);
  await db.destroy();
  copyFileSync(join(pasta, BANCO), getTemplatePath('seeded'));
  new Reserve(join(pasta, RESERVA)).measure();
  return () => {
    delete process.env.UNIPARK_TESTE_MODELO;
    rmSync(pasta, { recursive: true, force: true });
  };
}
