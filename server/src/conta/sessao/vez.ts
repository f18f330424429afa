import { busy } from '../../platform/errors.ts';

const MAXIMO = 16;

const filas = new Map<string, { fim: Promise<unknown>; tamanho: number }>();

/**
 * Runs the works of one key one after the other, so that guesses sent all at once are counted like
 * guesses sent in turn. @throws 503 when too many wait on the key
 */
export async function oneAtATime<T>(chave: string, trabalho: () => Promise<T>): Promise<T> {
  const fila = filas.get(chave) ?? { fim: Promise.resolve(), tamanho: 0 };
  if (fila.tamanho >= MAXIMO) throw busy();
  fila.tamanho += 1;
  filas.set(chave, fila);
  const vez = fila.fim.then(trabalho, trabalho);
  fila.fim = vez.catch(() => {});
  try {
    return await vez;
  } finally {
    fila.tamanho -= 1;
    if (fila.tamanho === 0) filas.delete(chave);
  }
}
