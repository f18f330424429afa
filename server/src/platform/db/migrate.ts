import { sql } from 'kysely';
import { type MigrationProvider, Migrator } from 'kysely/migration';
import { StartError } from '../../config/leitor.ts';
import { type Banco, postgresOf } from './banco.ts';
import { spellBoth } from './dialect.ts';

/** The steps that were done, from the first. Only reads: a read-only disk may hold the database. */
async function listDone(db: Banco): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`${spellBoth(
    sql`select name from sqlite_master where name = 'kysely_migration'`,
    () => sql`select 1 where to_regclass('kysely_migration') is not null`,
  )}`.execute(db);
  if (rows.length === 0) return [];
  const feitas = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return feitas.rows.map(({ name }) => name).sort();
}

/** Whether a database that is in use needs steps that this program knows, and knows no others. */
export async function needsUpgrade(db: Banco, provider: MigrationProvider): Promise<boolean> {
  const steps = Object.keys(await provider.getMigrations());
  const done = await listDone(db);
  return (
    0 < done.length && done.length < steps.length && done.every((step) => steps.includes(step))
  );
}

/**
 * Migrates the schema, all pending steps in one transaction.
 * @throws {StartError} when the file belongs to a newer release
 * @throws when a step fails: nothing of it stays
 */
export async function migrate(db: Banco, provider: MigrationProvider): Promise<string[]> {
  const steps = Object.keys(await provider.getMigrations()).sort();
  if ((await listDone(db)).join() === steps.join()) return [];
  const migrator = new Migrator({ db, provider });
  const upgrade = () => migrator.migrateToLatest();
  const { error, results } = await (postgresOf(db)?.patiently(upgrade) ?? upgrade());
  if (error) {
    const desconhecida = /corrupted migrations|previously executed migration/.test(String(error));
    throw desconhecida
      ? new StartError(
          'O banco de dados é de uma versão mais nova do UNIPARK. Atualize o programa.',
        )
      : error;
  }
  return (results ?? []).map(({ migrationName }) => migrationName);
}
