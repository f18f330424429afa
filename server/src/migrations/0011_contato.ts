/** E-mail and telephone of an owner, both optional. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const coluna of ['email', 'telefone']) {
    await db.schema.alterTable('proprietarios').addColumn(coluna, 'text').execute();
  }
}
