/** Permissions that end: vehicles whose last day has passed, and those whose owner is told. */
import type { Queryable, Transacao } from '../platform/db/banco.ts';
import { amongValues } from '../platform/db/search.ts';
import { A_VENCER } from '../platform/db/validity.ts';
import { selectVeiculos } from './repo.ts';

/** Vehicles whose last day is before `hoje`, the first to end first. */
export const listVencidos = (trx: Transacao, hoje: string, limite: number) =>
  selectVeiculos(trx)
    .select('veiculos.motivo')
    .where(A_VENCER)
    .where('valido_ate', '<', hoje)
    .orderBy('valido_ate')
    .orderBy('placa')
    .limit(limite)
    .execute();

/** Vehicles that end from `de` to `ate` whose owner was not told, with the owner's address. */
export const listPorAvisar = (
  trx: Queryable,
  { de, ate }: { de: string; ate: string },
  limite: number,
) =>
  trx
    .selectFrom('veiculos')
    .leftJoin('proprietarios as dono', 'dono.matricula', 'veiculos.proprietario_matricula')
    .select(['veiculos.placa', 'veiculos.modelo', 'veiculos.valido_ate'])
    .select(['dono.matricula', 'dono.nome', 'dono.email'])
    .where(A_VENCER)
    .where((eb) => eb('validade_avisada', '=', eb.lit(0)))
    .where('valido_ate', '>=', de)
    .where('valido_ate', '<=', ate)
    .orderBy('valido_ate')
    .orderBy('placa')
    .limit(limite)
    .execute();

/** Notes that the owners of these vehicles were told, or have no address. */
export async function markAvisados(trx: Transacao, placas: string[]): Promise<void> {
  await trx
    .updateTable('veiculos')
    .set({ validade_avisada: 1 })
    .where(amongValues('placa', placas))
    .execute();
}
