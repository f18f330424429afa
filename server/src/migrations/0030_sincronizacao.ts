/** Imports that the server begins by itself. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  // Which part of a synchronisation it is; null: a person sent the file.
  await schema.alterTable('importacoes').addColumn('parte', 'text').execute();
  // SHA-256 of a synchronised file: an unchanged one is not imported again.
  await schema.alterTable('importacoes').addColumn('arquivo_hash', 'text').execute();
  // Why the preview waits for a person, as a sentence.
  await schema.alterTable('importacoes').addColumn('espera', 'text').execute();
  await schema
    .createIndex('importacoes_parte_idx')
    .on('importacoes')
    .columns(['parte', 'id'])
    .execute();
}
