/** The owner whom a letter is for: an address may be that of an account, or of two owners. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('correio').addColumn('proprietario_matricula', 'text').execute();
}
