import { nowIso } from '../../platform/clock.ts';
import type { Queryable, Transacao } from '../../platform/db/banco.ts';
import type { TabelaVinculos } from '../../platform/db/tabelasConta.ts';

/** A person at a provider; the provider never reuses the id. */
export type VinculoKey = Pick<TabelaVinculos, 'provedor' | 'identificador'>;

/** No token of the provider is stored. */
export async function createVinculo(
  trx: Transacao,
  conta: string,
  { provedor, identificador }: VinculoKey,
): Promise<void> {
  const criado_em = nowIso();
  await trx.insertInto('vinculos').values({ provedor, identificador, conta, criado_em }).execute();
}

/** Unlinks the account from every provider, and answers their names. */
export async function removeVinculosOf(trx: Transacao, conta: string): Promise<string[]> {
  const retirados = await trx
    .deleteFrom('vinculos')
    .where('conta', '=', conta)
    .returning('provedor')
    .execute();
  return retirados.map(({ provedor }) => provedor);
}

export async function findVinculos(
  db: Queryable,
  conta: string,
  provedor: string,
): Promise<string[]> {
  const vinculos = await db
    .selectFrom('vinculos')
    .select('identificador')
    .where('conta', '=', conta)
    .where('provedor', '=', provedor)
    .execute();
  return vinculos.map(({ identificador }) => identificador);
}

export const findVinculada = (db: Queryable, { provedor, identificador }: VinculoKey) =>
  db
    .selectFrom('vinculos')
    .innerJoin('contas', 'contas.id', 'vinculos.conta')
    .select(['contas.id', 'contas.desabilitada_em', 'contas.pendencia'])
    .where('vinculos.provedor', '=', provedor)
    .where('vinculos.identificador', '=', identificador)
    .executeTakeFirst();
