/** The last changed owners are the first rows of an index. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('proprietarios_atualizado_em_matricula_idx')
    .on('proprietarios')
    .columns(['atualizado_em', 'matricula'])
    .execute();
}
