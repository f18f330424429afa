/** The person who registered a passage at the gate screen, and whether that person saw its danger. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('passagens').addColumn('registrada_por', 'text').execute();
  await schema
    .alterTable('passagens')
    .addColumn('conferida', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
