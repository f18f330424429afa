/** Passes of visitors at the gate: a plate has the status VISITANTE while its pass is in force. */

import { normalizeStatus, STATUS_PADRAO } from '@unipark/contract/veiculo';
import { formatVisita, VISITANTE } from '@unipark/contract/visitante';
import { nowIso } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/banco.ts';
import { amongValues } from '../platform/db/search.ts';

interface GateRow {
  placa: string;
  chave: string;
  status: string;
  motivo: string | null;
}

/**
 * The vehicles of these keys with their passes: one that is not registered is added with the fields
 * of `vazio`, once for each text of its plate that has passes; an INDEFINIDO becomes VISITANTE, and
 * any other keeps its own status. Several passes of one plate are all told.
 */
export async function addVisitantes<T extends GateRow>(
  db: Queryable,
  chaves: string[],
  veiculos: T[],
  vazio: Omit<T, keyof GateRow>,
): Promise<T[]> {
  const agora = nowIso();
  const passes = await db
    .selectFrom('visitantes')
    .select(['placa', 'chave', 'nome', 'anfitriao', 'destino'])
    .where(amongValues('visitantes.chave', chaves))
    .where('ate', '>', agora)
    .where('de', '<=', agora)
    .orderBy('id')
    .execute();
  if (passes.length === 0) return veiculos;
  const visitas = new Map<string, GateRow>();
  for (const passe of passes) {
    const { placa, chave } = passe;
    const motivo = [visitas.get(placa)?.motivo, formatVisita(passe)].filter(Boolean).join('; ');
    visitas.set(placa, { placa, chave, status: VISITANTE, motivo });
  }
  const todas = [...visitas.values()];
  const registradas = new Set(veiculos.map(({ chave }) => chave));
  return [
    ...veiculos.map((veiculo) => {
      // The other text of the plate is the same car.
      const visita =
        visitas.get(veiculo.placa) ?? todas.find(({ chave }) => chave === veiculo.chave);
      return visita && normalizeStatus(veiculo.status) === STATUS_PADRAO
        ? { ...veiculo, status: VISITANTE, motivo: visita.motivo }
        : veiculo;
    }),
    ...todas
      .filter(({ chave }) => !registradas.has(chave))
      .map((visita) => ({ ...vazio, ...visita }) as T),
  ];
}
