/** Opens and migrates the database of an installation, or explains the failure. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from './config/leitor.ts';
import type { Config } from './config.ts';
import { createCopia } from './copias/copia.ts';
import { migrations } from './migrations/all.ts';
import { type Autor, audit } from './platform/audit.ts';
import {
  type Banco,
  filesOf,
  followDatabaseClock,
  inTransaction,
  openBanco,
  postgresOf,
} from './platform/db/banco.ts';
import { isTransient, storageFaultOf } from './platform/db/errors.ts';
import { migrate, needsUpgrade } from './platform/db/migrate.ts';
import { refuseUnfinished } from './platform/db/move/progress.ts';
import { checkServer } from './platform/db/postgres/requirements.ts';
import { examineFile, RAPIDO } from './platform/db/sqlite/integrity.ts';
import { readSegredo } from './platform/secret.ts';
import { seed } from './seed.ts';

/** How long a start waits for the lock of another program. */
const PACIENCIA_MS = 30_000;
const NOVA_TENTATIVA_MS = 500;

/** A damaged register is not served: further writes make the damage worse. */
async function refuseDamaged(db: Banco): Promise<void> {
  const arquivos = filesOf(db);
  if (!arquivos) return;
  const { arquivo } = arquivos;
  const exame = examineFile(arquivo, false);
  if (statSync(arquivo).size > RAPIDO) {
    // A large file is checked after the start: result in /readyz, the log and on screen.
    exame.then(
      (achado) => achado && arquivos.noteDamage(),
      () => undefined,
    );
    return;
  }
  if ((await exame) !== null) {
    throw new StartError(
      'O banco de dados está danificado. Restaure uma cópia de segurança; npm run unipark -- doctor diz onde.',
    );
  }
}

/**
 * Migrates the schema of an installation, after a backup of its embedded database: a restoration is
 * the way back.
 * @throws {StartError} when the backup has no room, and then nothing is changed
 */
export async function upgrade(
  db: Banco,
  { dataDir, versao, segredoFile }: Pick<Config, 'dataDir' | 'versao' | 'segredoFile'>,
): Promise<void> {
  if (filesOf(db) && (await needsUpgrade(db, migrations))) {
    const segredo = readSegredo(dataDir, segredoFile);
    const copias = join(dataDir, 'copias');
    await createCopia({ dataDir, copias, versao, segredo, comSegredo: false });
  }
  await migrate(db, migrations);
}

/** Brings a copied database up to date, and notes in its audit that it was restored. */
export async function prepareRestored(pasta: string, autor: Autor, copia: string): Promise<void> {
  const db = openBanco(pasta);
  try {
    await migrate(db, migrations);
    const ato = { acao: 'restaurar', entidade: 'copia', chave: copia };
    await inTransaction(db, (trx) => audit(trx, autor, ato));
  } finally {
    await db.destroy();
  }
}

/** The migrations that this program knows. */
export const listPassos = async (): Promise<string[]> =>
  Object.keys(await migrations.getMigrations());

async function openOnce(config: Config): Promise<Banco> {
  const { dataDir, databaseUrl, databaseUnsafe } = config;
  const db = openBanco(databaseUrl ?? dataDir);
  try {
    const server = postgresOf(db);
    if (server) await checkServer(server, databaseUnsafe);
    await followDatabaseClock(db);
    await refuseUnfinished(db);
    await upgrade(db, config);
    await seed(db).catch((error: unknown) => {
      // Cities and catalogue of an earlier release are usable; all other tables are unchanged.
      const falha = storageFaultOf(error);
      if (falha === undefined || falha === 'ocupado' || falha === 'danificado') throw error;
    });
    await refuseDamaged(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Opens an installation's database. A full or read-only disk does not stop it when the schema is up
 * to date; it waits for a lock of another program and for a
 * PostgreSQL that is away.
 * @throws errors that `explainStartFailure` describes in one sentence
 */
export async function openPrepared(config: Config, paciencia = PACIENCIA_MS): Promise<Banco> {
  const prazo = performance.now() + paciencia;
  for (;;) {
    try {
      return await openOnce(config);
    } catch (error) {
      if (!isTransient(error) || performance.now() > prazo) throw error;
    }
    await pause(NOVA_TENTATIVA_MS);
  }
}
