/** Pages of a table by its numeric ids, newest first, for queries that no single index answers. */
import { LIMITE_PADRAO } from '@unipark/contract/lista';
import { invalid } from '../errors.ts';
import type { PageRequest } from './page.ts';

/** A source of a query's ids: those below or above one, the nearest first. */
export interface IdSource {
  total: number;
  below(id: number | undefined, quantos: number): Promise<number[]>;
  above(id: number, quantos: number): Promise<number[]>;
}

/** A query whose hits are all fetched, the newest first. */
export const listed = (ids: number[]): IdSource => ({
  total: ids.length,
  below: async (abaixo = Number.POSITIVE_INFINITY, quantos) =>
    ids.filter((id) => id < abaixo).slice(0, quantos),
  above: async (acima, quantos) =>
    ids
      .filter((id) => id > acima)
      .reverse()
      .slice(0, quantos),
});

const encode = (id: number): string => Buffer.from(`-id ${id}`).toString('base64url');

function decode(campo: 'apos' | 'antes', cursor: string): number {
  const id = /^-id (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (id === undefined) throw invalid({ [campo]: 'Cursor inválido. Recarregue a lista.' });
  return Number(id);
}

/** The ids of one page with its cursors and the total of its source. @throws 400 for a bad cursor */
export async function pageOfIds(fonte: IdSource, pedido: PageRequest) {
  const { limite = LIMITE_PADRAO, apos, antes } = pedido;
  const abaixo = apos && !antes ? decode('apos', apos) : undefined;
  const acima = antes ? decode('antes', antes) : undefined;
  const { total } = fonte;
  if (acima !== undefined) {
    const subindo = await fonte.above(acima, limite + 1);
    const ids = subindo.slice(0, limite).reverse();
    const [primeiro] = ids;
    const ultimo = ids.at(-1);
    if (subindo.length > limite && primeiro !== undefined && ultimo !== undefined) {
      return { ids, total, anterior: encode(primeiro), proximo: encode(ultimo) };
    }
    // Everything before the cursor fits on the first page, which is the answer.
  }
  const descendo = await fonte.below(abaixo, limite + 1);
  const ids = descendo.slice(0, limite);
  const [primeiro] = ids;
  const ultimo = ids.at(-1);
  return {
    ids,
    total,
    anterior: abaixo !== undefined && primeiro !== undefined ? encode(primeiro) : undefined,
    proximo: descendo.length > limite && ultimo !== undefined ? encode(ultimo) : undefined,
  };
}
