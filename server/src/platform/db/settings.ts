import type { Banco, Transacao } from './banco.ts';

/** A value the installation keeps for itself, or undefined. */
export async function readSetting(
  db: Banco | Transacao,
  nome: string,
): Promise<string | undefined> {
  const linha = await db
    .selectFrom('ajustes')
    .select('valor')
    .where('nome', '=', nome)
    .executeTakeFirst();
  return linha?.valor;
}

/** A value made once: the first writer's stands, everybody reads it. */
export async function settleSetting(trx: Transacao, nome: string, valor: string): Promise<string> {
  await trx
    .insertInto('ajustes')
    .values({ nome, valor })
    .onConflict((oc) => oc.column('nome').doNothing())
    .execute();
  return (await readSetting(trx, nome)) ?? valor;
}

/** Keeps a value under a name, in place of the one before. */
export async function writeSetting(
  trx: Banco | Transacao,
  nome: string,
  valor: string,
): Promise<void> {
  await trx
    .insertInto('ajustes')
    .values({ nome, valor })
    .onConflict((oc) => oc.column('nome').doUpdateSet({ valor }))
    .execute();
}
