/**
 * The years of every model, requested one by one and written into the edition in use: thousands of
 * requests, over days when a provider limits them. Answers of the last months are kept.
 */

import { nowMs } from '../../platform/clock.ts';
import { putNivel } from '../niveisRepo.ts';
import { FalhaDoProvedor } from '../provedores/provedor.ts';
import { listWithoutAnos } from './atualizacaoRepo.ts';
import { ask, type RefreshDeps, SEGUIDAS } from './refazer.ts';

/** Models rarely get a new year, most never. */
const VALEM_MS = 180 * 86_400_000;

/** Requests what is missing; answers how many models had no answer. */
export async function fetchAnos(obra: RefreshDeps): Promise<number> {
  const { db, edicao, job } = obra;
  const { id } = edicao;
  const desde = new Date(nowMs() - VALEM_MS).toISOString();
  const faltam = await listWithoutAnos(db, id, desde);
  const total = faltam.length;
  let semResposta = 0;
  let seguidas = 0;
  await job.step({ feitos: 0, total });
  for (const [i, nivel] of faltam.entries()) {
    try {
      const itens = await ask(obra, nivel);
      seguidas = 0;
      await job.step({ feitos: i + 1 }, (trx) => putNivel(trx, id, nivel, itens));
    } catch (error) {
      seguidas += 1;
      semResposta += 1;
      const segue = error instanceof FalhaDoProvedor && !error.recusa && seguidas < SEGUIDAS;
      if (!segue) throw error;
    }
  }
  return semResposta;
}
