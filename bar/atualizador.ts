/**
 * An upgrade in a process of its own, which a check kills: each step is told to the parent before it
 * runs. FALHA=semTransacao plants a fault: each step commits by itself.
 */
import { openInstallation } from '../server/src/installation.ts';
import { migrations } from '../server/src/migrations/all.ts';
import { openPrepared } from '../server/src/opening.ts';
import { inTransaction, openBanco } from '../server/src/platform/db/banco.ts';
import { query } from '../server/test/query.ts';

const tell = (fazendo: string): void => void process.send?.({ fazendo });
const config = openInstallation(process.env);

async function migratePlainly(): Promise<void> {
  const db = openBanco(config.databaseUrl ?? config.dataDir);
  const feitos = await query<{ name: string }>(db, 'select name from kysely_migration');
  for (const [nome, passo] of Object.entries(await migrations.getMigrations())) {
    if (feitos.some(({ name }) => name === nome)) continue;
    tell(`passo ${nome}`);
    await inTransaction(db, (trx) => passo.up(trx));
    await query(db, `insert into kysely_migration values ('${nome}', '2026')`);
  }
  await db.destroy();
}

if (process.env.FALHA === 'semTransacao') await migratePlainly();
else {
  const db = await openPrepared(config, () => ({
    say: () => undefined,
    tell,
    close: async () => undefined,
  }));
  await db.destroy();
}
process.disconnect?.();
