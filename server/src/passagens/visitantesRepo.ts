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
 * of `vazio`, an INDEFINIDO becomes VISITANTE, and any other keeps its own status.
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
  const porChave = new Map(passes.map((passe) => [passe.chave, passe]));
  const registradas = new Set(veiculos.map(({ chave }) => chave));
  const visitas = [...porChave.values()].filter(({ chave }) => !registradas.has(chave));
  return [
    ...veiculos.map((veiculo) => {
      const passe = porChave.get(veiculo.chave);
      return passe && normalizeStatus(veiculo.status) === STATUS_PADRAO
        ? { ...veiculo, status: VISITANTE, motivo: formatVisita(passe) }
        : veiculo;
    }),
    ...visitas.map(
      (passe) =>
        ({
          ...vazio,
          ...{ placa: passe.placa, chave: passe.chave },
          ...{ status: VISITANTE, motivo: formatVisita(passe) },
        }) as T,
    ),
  ];
}
