/** Opens and migrates the database of an installation, or explains the failure. */
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type OpenProgress, SILENT, upgrade } from './atualizacao.ts';
import { StartError } from './config/leitor.ts';
import type { Config } from './config.ts';
import {
  type Banco,
  filesOf,
  followDatabaseClock,
  openBanco,
  postgresOf,
} from './platform/db/banco.ts';
import { isTransient, storageFaultOf } from './platform/db/errors.ts';
import { refuseUnfinished } from './platform/db/move/progress.ts';
import { checkServer } from './platform/db/postgres/requirements.ts';
import { examineApart, examineFile, RAPIDO } from './platform/db/sqlite/integrity.ts';
import { seed } from './seed.ts';

/** How long a start waits for the lock of another program. */
const PACIENCIA_MS = 30_000;
const NOVA_TENTATIVA_MS = 500;

/** A damaged register is not served: further writes make the damage worse. */
function refuseDamaged(db: Banco): void {
  const arquivos = filesOf(db);
  if (!arquivos) return;
  const { arquivo } = arquivos;
  if (statSync(arquivo).size > RAPIDO) {
    // A large file is checked after the start: result in /readyz, the log and on screen.
    examineApart(arquivo, arquivos.closing).then(
      (achado) => achado && arquivos.noteDamage(),
      (error) => arquivos.noteUnchecked(error),
    );
    return;
  }
  if (examineFile(arquivo, false) !== null) {
    throw new StartError(
      'O banco de dados está danificado. Restaure uma cópia de segurança; npm run unipark -- doctor diz onde.',
    );
  }
}

async function openOnce(config: Config, report: OpenProgress): Promise<Banco> {
  const { dataDir, databaseUrl, databaseUnsafe } = config;
  const db = openBanco(databaseUrl ?? dataDir);
  try {
    const server = postgresOf(db);
    if (server) await checkServer(server, databaseUnsafe);
    await followDatabaseClock(db);
    await refuseUnfinished(db);
    await upgrade(db, config, report);
    await seed(db).catch((error: unknown) => {
      // Cities and catalogue of an earlier release are usable; all other tables are unchanged.
      const falha = storageFaultOf(error);
      if (falha === undefined || falha === 'ocupado' || falha === 'danificado') throw error;
    });
    refuseDamaged(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Opens an installation's database. A full or read-only disk does not stop it when the schema is up
 * to date; it waits for a lock of another program and for a PostgreSQL that is away. `report` hears
 * of an upgrade.
 * @throws errors that `explainStartFailure` describes in one sentence
 */
export async function openPrepared(
  config: Config,
  report: OpenProgress = SILENT,
  paciencia = PACIENCIA_MS,
): Promise<Banco> {
  const prazo = performance.now() + paciencia;
  for (;;) {
    try {
      return await openOnce(config, report);
    } catch (error) {
      if (!isTransient(error) || performance.now() > prazo) throw error;
    }
    await pause(NOVA_TENTATIVA_MS);
  }
}
