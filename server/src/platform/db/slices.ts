/**
 * Long work in slices: the database answers on the thread that serves everybody, so nobody may
 * ask it for long, and between two slices the others have their turn.
 */

/** A slice that took longer is followed by one of half its size; one far shorter, by a double. */
const DEMORA_MS = 8;
/** Ids of the first slice, and the most of any: few rows may stand in one span and many in the next. */
const PRIMEIRA = 1_024;
const MAIOR = 16_384;

/** Rows changed in one go: whoever writes meanwhile waits for no more than these. */
const LOTE = 200;

/** A span of ids, both ends in. */
export interface Vao {
  de: number;
  ate: number;
}

/** Lets whatever else is waiting run first. */
export const breathe = (): Promise<void> => new Promise((pronto) => setImmediate(pronto));

/** Reads a span of ids from one end to the other, slice by slice, as far as the caller goes on. */
export async function* walk<T>(
  { de, ate }: Vao,
  ordem: 'asc' | 'desc',
  read: (fatia: Vao) => Promise<T[]>,
): AsyncGenerator<T> {
  let tamanho = PRIMEIRA;
  for (let feitos = 0; feitos <= ate - de; ) {
    const fatia =
      ordem === 'asc'
        ? { de: de + feitos, ate: Math.min(de + feitos + tamanho - 1, ate) }
        : { de: Math.max(ate - feitos - tamanho + 1, de), ate: ate - feitos };
    feitos += tamanho;
    const inicio = performance.now();
    const linhas = await read(fatia);
    const demora = performance.now() - inicio;
    if (demora > DEMORA_MS) tamanho = Math.ceil(tamanho / 2);
    else if (demora < DEMORA_MS / 3) tamanho = Math.min(tamanho * 2, MAIOR);
    yield* linhas;
    await breathe();
  }
}

/** The first `quantos` of a walk. */
export async function take<T>(percurso: AsyncIterable<T>, quantos: number): Promise<T[]> {
  const levados: T[] = [];
  for await (const linha of percurso) if (levados.push(linha) === quantos) break;
  return levados;
}

/** Repeats a change, of `lote` rows at most each time, until it finds fewer; it says how many. */
export async function inSlices(change: (lote: number) => Promise<bigint>): Promise<void> {
  while (Number(await change(LOTE)) === LOTE) await breathe();
}
