/** The last day of a vehicle's permission, and whether its owner was told of it. */
import { type Kysely, sql } from 'kysely';
import { A_VENCER } from '../platform/db/validity.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('veiculos').addColumn('valido_ate', 'text').execute();
  await db.schema
    .alterTable('veiculos')
    .addColumn('validade_avisada', 'integer', (coluna) => coluna.notNull().defaultTo(0))
    .execute();
  await sql`create index veiculos_valido_ate_idx on veiculos (valido_ate, placa)
    where ${A_VENCER}`.execute(db);
  await sql`create index veiculos_por_avisar_idx on veiculos (valido_ate, placa)
    where ${A_VENCER} and validade_avisada = 0`.execute(db);
}
