import { sql } from 'kysely';
import { type MigrationProvider, Migrator } from 'kysely/migration';
import { StartError } from '../../config/leitor.ts';
import { type Banco, postgresOf } from './banco.ts';
import { spellBoth } from './dialect.ts';

/** Read-only check, so that an up-to-date database starts on a read-only disk. */
async function isUpToDate(db: Banco, steps: string[]): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`${spellBoth(
    sql`select name from sqlite_master where name = 'kysely_migration'`,
    () => sql`select 1 where to_regclass('kysely_migration') is not null`,
  )}`.execute(db);
  if (rows.length === 0) return false;
  const feitas = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const nomes = feitas.rows.map(({ name }) => name).sort();
  return nomes.join() === [...steps].sort().join();
}

/**
 * Migrates the schema, all pending steps in one transaction.
 * @throws {StartError} when the file belongs to a newer release
 * @throws when a step fails: nothing of it stays
 */
export async function migrate(db: Banco, provider: MigrationProvider): Promise<string[]> {
  if (await isUpToDate(db, Object.keys(await provider.getMigrations()))) return [];
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
