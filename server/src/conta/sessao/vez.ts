import { busy } from '../../platform/errors.ts';

const MAXIMO = 16;

const filas = new Map<string, { fim: Promise<unknown>; tamanho: number }>();

/**
 * Runs the tasks of one key one after the other, so that simultaneous guesses are counted like
 * successive ones. @throws 503 when too many wait on the key
 */
export async function oneAtATime<T>(chave: string, work: () => Promise<T>): Promise<T> {
  const fila = filas.get(chave) ?? { fim: Promise.resolve(), tamanho: 0 };
  if (fila.tamanho >= MAXIMO) throw busy();
  fila.tamanho += 1;
  filas.set(chave, fila);
  const vez = fila.fim.then(work, work);
  fila.fim = vez.catch(() => {});
  try {
    return await vez;
  } finally {
    fila.tamanho -= 1;
    if (fila.tamanho === 0) filas.delete(chave);
  }
}
