import type { Queryable, Transacao } from './banco.ts';

/** A setting of the installation itself, or undefined. */
export async function readSetting(db: Queryable, nome: string): Promise<string | undefined> {
  const linha = await db
    .selectFrom('ajustes')
    .select('valor')
    .where('nome', '=', nome)
    .executeTakeFirst();
  return linha?.valor;
}

/** A value made once: the first writer's value stays, and all readers get it. */
export async function settleSetting(trx: Transacao, nome: string, valor: string): Promise<string> {
  await trx
    .insertInto('ajustes')
    .values({ nome, valor })
    .onConflict((oc) => oc.column('nome').doNothing())
    .execute();
  return (await readSetting(trx, nome)) ?? valor;
}

/** Writes a value under a name, replacing the previous one. */
export async function writeSetting(trx: Queryable, nome: string, valor: string): Promise<void> {
  await trx
    .insertInto('ajustes')
    .values({ nome, valor })
    .onConflict((oc) => oc.column('nome').doUpdateSet({ valor }))
    .execute();
}

/** Removes a value; without one it does nothing. */
export async function removeSetting(trx: Queryable, nome: string): Promise<void> {
  await trx.deleteFrom('ajustes').where('nome', '=', nome).execute();
}
