/**
 * An upgrade in a process of its own, which a check kills: each step is told to the parent before it
 * runs, and a failure as the sentence of a start. ENCHER names a file that fills its disk before one
 * of the steps. FALHA=semTransacao plants a fault: each step commits by itself.
 */
import { openSync, writeSync } from 'node:fs';
import { openInstallation } from '../server/src/installation.ts';
import { migrations } from '../server/src/migrations/all.ts';
import { openPrepared } from '../server/src/opening.ts';
import { inTransaction, openBanco } from '../server/src/platform/db/banco.ts';
import { explainStartFailure } from '../server/src/platform/process/startup.ts';
import { query } from '../server/test/query.ts';

/** Some steps are done by then. */
const ENCHE_EM = 'passo 0010';

const config = openInstallation(process.env);
let { ENCHER } = process.env;

/** Takes what is left of the disk. */
function fillDisk(arquivo: string): void {
  const fd = openSync(arquivo, 'a');
  for (const tamanho of [65_536, 512]) {
    try {
      for (;;) if (writeSync(fd, Buffer.alloc(tamanho)) < tamanho) break;
    } catch {
      // The disk is full for this size: the next size fills the rest.
    }
  }
}

function tell(fazendo: string): void {
  process.send?.({ fazendo });
  if (!ENCHER || !fazendo.startsWith(ENCHE_EM)) return;
  fillDisk(ENCHER);
  ENCHER = undefined;
}

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

async function upgrade(): Promise<void> {
  const report = { say: () => undefined, tell, close: async () => undefined };
  await (await openPrepared(config, () => report)).destroy();
}

try {
  await (process.env.FALHA === 'semTransacao' ? migratePlainly() : upgrade());
} catch (error) {
  process.send?.({ erro: explainStartFailure(error) });
  process.exitCode = 1;
}
process.disconnect?.();
