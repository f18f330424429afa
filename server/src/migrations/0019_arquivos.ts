/** Pictures in files: a row has the name of its file, and then no bytes. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('imagens').addColumn('arquivo', 'text').execute();
  await schema
    .createIndex('imagens_arquivo_idx')
    .on('imagens')
    .column('arquivo')
    .where('arquivo', 'is not', null)
    .execute();
}
