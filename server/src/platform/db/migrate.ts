import type { Migration } from 'kysely/migration';
import { Migrator } from 'kysely/migration';
import { StartError } from '../startup.ts';
import type { Banco } from './banco.ts';

/**
 * Brings the schema up to date, all pending steps in one transaction.
 * @throws {StartError} when the file is of a newer release
 * @throws when a step fails: nothing stays of it
 */
export async function migrate(db: Banco, steps: Record<string, Migration>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } });
  const { error, results } = await migrator.migrateToLatest();
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
