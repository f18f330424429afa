import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { StartError } from '../../config/leitor.ts';
import { type Banco, postgresOf } from './banco.ts';
import { spellBoth } from './dialect.ts';
import { storageFaultOf } from './errors.ts';

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

/**
 * The steps that a database in use needs and that this program knows; none when it has steps of a
 * newer one.
 */
export async function listPending(db: Banco, provider: MigrationProvider): Promise<string[]> {
  const steps = Object.keys(await provider.getMigrations()).sort();
  const done = await listDone(db);
  const isKnown = done.length > 0 && done.every((step) => steps.includes(step));
  return isKnown ? steps.filter((step) => !done.includes(step)) : [];
}

/** The same steps, which are told to `hear` before they run. */
const announced = (
  provider: MigrationProvider,
  hear: (step: string) => void,
): MigrationProvider => ({
  async getMigrations() {
    const steps = Object.entries(await provider.getMigrations());
    return Object.fromEntries(
      steps.map(([name, step]): [string, Migration] => [
        name,
        {
          async up(db) {
            hear(name);
            await step.up(db);
          },
        },
      ]),
    );
  },
});

/** What a failed migration means for the operator. */
function explainFailure(error: unknown, step: string | undefined): unknown {
  if (/corrupted migrations|previously executed migration/.test(String(error))) {
    return new StartError(
      'O banco de dados é de uma versão mais nova do UNIPARK. Atualize o programa.',
    );
  }
  // The disk, a lock or the connection: their sentences say what to do.
  if (step === undefined || storageFaultOf(error) !== undefined) return error;
  const motivo = error instanceof Error ? error.message : String(error);
  return new StartError(
    `A atualização do banco de dados falhou no passo ${step} e nada foi alterado: a versão anterior do UNIPARK continua a servir. (${motivo})`,
    { cause: error },
  );
}

/**
 * Migrates the schema, all pending steps in one transaction. `hear` is told each step before it
 * runs.
 * @throws {StartError} when the file belongs to a newer release, or a step fails: nothing of it stays
 */
export async function migrate(
  db: Banco,
  provider: MigrationProvider,
  hear: (step: string) => void = () => undefined,
): Promise<string[]> {
  const steps = Object.keys(await provider.getMigrations()).sort();
  if ((await listDone(db)).join() === steps.join()) return [];
  let current: string | undefined;
  const note = (step: string): void => {
    current = step;
    hear(step);
  };
  const migrator = new Migrator({ db, provider: announced(provider, note) });
  const upgrade = () => migrator.migrateToLatest();
  const { error, results } = await (postgresOf(db)?.patiently(upgrade) ?? upgrade());
  if (error) throw explainFailure(error, current);
  return (results ?? []).map(({ migrationName }) => migrationName);
}
