/**
 * The years of every model, asked one by one and put straight into the edition in use: thousands of
 * questions, over days where a provider counts them. What was answered in the last months stays.
 */

import { progress } from '../edicoesRepo.ts';
import { putNivel } from '../niveisRepo.ts';
import { FalhaDoProvedor } from '../provedores/provedor.ts';
import { listSemAnos } from './atualizacaoRepo.ts';
import { ask, type Obra, SEGUIDAS } from './refazer.ts';

/** A model gets a new year once in a while, most never again. */
const VALEM_MS = 180 * 86_400_000;

/** Asks for what is missing; answers how many models nobody answered for. */
export async function fetchAnos(obra: Obra): Promise<number> {
  const { db, posse, onProgress } = obra;
  const { id } = posse.edicao;
  const desde = new Date(Date.now() - VALEM_MS).toISOString();
  const faltam = await listSemAnos(db, id, desde);
  const total = faltam.length;
  let semResposta = 0;
  let seguidas = 0;
  onProgress(0, total);
  for (const [i, nivel] of faltam.entries()) {
    try {
      const itens = await ask(obra, nivel);
      seguidas = 0;
      await posse.write(async (trx) => {
        await putNivel(trx, id, nivel, itens);
        await progress(trx, id, { feitos: i + 1, total });
      });
    } catch (error) {
      seguidas += 1;
      semResposta += 1;
      const segue = error instanceof FalhaDoProvedor && !error.recusa && seguidas < SEGUIDAS;
      if (!segue) throw error;
    }
    onProgress(i + 1, total);
  }
  return semResposta;
}
