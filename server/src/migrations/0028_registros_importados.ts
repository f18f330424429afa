/** What tells a record that an import wrote from one that was registered again with its key. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  // When the record was created. Rows of before have none: their records are known by the version.
  await schema.alterTable('importacao_linhas').addColumn('criado_em', 'text').execute();
}
