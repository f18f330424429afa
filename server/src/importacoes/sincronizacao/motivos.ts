/** Why a preview of a synchronisation waits for a person. */
import type { Banco } from '../../platform/db/banco.ts';
import { totalOf } from '../../platform/db/counts.ts';
import type { ImportRow } from '../repo.ts';
import { describeExcess } from './limite.ts';
import * as repo from './repo.ts';

export interface SyncRules {
  limite: number;
  ausentes: 'manter' | 'indefinido';
}

/** The import of owners whose absentees were dealt with: the next file is compared with it. */
export const COMPARADA = 'sincronizacao_comparada';

const NOMES = { proprietarios: 'proprietários', veiculos: 'veículos' };

/** People of the last file who are not in this one. */
async function findShrinking(db: Banco, { limite }: SyncRules, { id }: ImportRow) {
  const anterior = await repo.findNewestWritten(db);
  if (!anterior) return undefined;
  const tocados = await repo.countAbsentees(db, { anterior: anterior.id, atual: id });
  const nomes = 'pessoas do arquivo anterior';
  return describeExcess({ tocados, de: anterior.linhas, limite, verbo: 'Faltam', nomes });
}

/** The sentence; undefined when the server may write by itself. */
export async function findReason(
  db: Banco,
  regras: SyncRules,
  row: ImportRow,
): Promise<string | undefined> {
  const { limite } = regras;
  const { nova, altera } = JSON.parse(row.contagem);
  const tocados = nova + altera;
  if (row.parte === 'ausentes') {
    const de = await repo.countAtivos(db);
    return describeExcess({
      tocados,
      de,
      limite,
      verbo: 'Deixaria indefinidos',
      nomes: 'veículos ativos',
    });
  }
  const de = await totalOf(db, row.tipo);
  const verbo = 'Mudaria';
  const mudaria = describeExcess({ tocados, de, limite, verbo, nomes: NOMES[row.tipo] });
  if (mudaria !== undefined || row.tipo === 'veiculos') return mudaria;
  return findShrinking(db, regras, row);
}
