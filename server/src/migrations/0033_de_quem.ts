/**
 * Whose a row is: the owner whom a letter is for, because an address may be that of an account or of
 * two owners; and the person who made a reading at the gate screen, because two may make one passage.
 */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('correio').addColumn('proprietario_matricula', 'text').execute();
  await schema.alterTable('leituras').addColumn('registrada_por', 'text').execute();
}
