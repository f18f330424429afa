/** Acts on many vehicles that the server is doing: one is followed to its end, on any screen. */
import { isLoteAberto, LoteVeiculos } from '@unipark/contract/loteVeiculos';
import { createStore } from '../../lib/store.ts';
import { isPassing } from '../../lib/wire/errors.ts';
import { api } from '../../lib/wire/http.ts';

export const BASE_LOTE = '/api/veiculos/lote';
const EM_ANDAMENTO_MS = 400;
/** How long the server may be out of reach while it works. */
const SEM_RESPOSTA_MS = 60_000;

/** The act that this tab follows, as it was last seen. */
export const andamento = createStore<LoteVeiculos | undefined>(undefined);

/** What this tab followed, or is following: it is not said twice. */
const seguidos = new Set<string>();
const keyOf = ({ id, fase }: LoteVeiculos): string => `${id} ${fase}`;

/** Another act or undoing that is not followed here: requested before a reload, or in another tab. */
export const isNovo = (lote: LoteVeiculos): boolean => !seguidos.has(keyOf(lote));

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const read = async ({ id }: LoteVeiculos): Promise<LoteVeiculos> =>
  (await api('GET', `${BASE_LOTE}/${id}`, { schema: LoteVeiculos })).data;

/** Waits for the end of the work, also while the server cannot be reached for a while. */
export async function followLote(lote: LoteVeiculos): Promise<LoteVeiculos> {
  let atual = lote;
  let ouvido = performance.now();
  try {
    while (isLoteAberto(atual.fase)) {
      seguidos.add(keyOf(atual));
      andamento.set(atual);
      await sleep(EM_ANDAMENTO_MS);
      try {
        atual = await read(lote);
        ouvido = performance.now();
      } catch (error) {
        if (!isPassing(error) || performance.now() - ouvido > SEM_RESPOSTA_MS) throw error;
      }
    }
    return atual;
  } catch (error) {
    // The server goes on: the act may be found and followed again.
    seguidos.delete(keyOf(atual));
    throw error;
  } finally {
    andamento.set(undefined);
  }
}
