/** Calls to a disk that may not answer: a file server that is away holds a call for ever. */
import { StartError } from '../../config/leitor.ts';
import { createSemaphore } from '../gates.ts';

/** A camera waits for its answer, and the answer waits for the picture. */
const PRAZO_MS = 3_000;

/** At the start and in `doctor` nothing else waits. */
const PRAZO_LONGO_MS = 10_000;

/** The disk did not answer in time. */
export class DiskSilent extends Error {
  code = 'ETIMEDOUT';
}

/**
 * Makes functions that run work with a limit of time, each so many at once. A call that is late
 * holds a thread of the process; until it ends, further calls fail at once and hold no other.
 */
export function createPatience(prazoMs = PRAZO_MS) {
  let presas = 0;

  return (vagas: number) => {
    const inTurn = createSemaphore(vagas);
    return async <T>(work: () => Promise<T>): Promise<T> => {
      if (presas > 0) throw new DiskSilent();
      const desiste = new AbortController();
      let corre = false;
      let tarde = false;
      const obra = inTurn(async () => {
        corre = true;
        try {
          return await work();
        } finally {
          corre = false;
          if (tarde) presas -= 1;
        }
      }, desiste.signal);
      obra.catch(() => undefined);
      const { promise: atraso, reject } = Promise.withResolvers<never>();
      const relogio = setTimeout(() => {
        tarde = corre;
        if (tarde) presas += 1;
        const motivo = new DiskSilent();
        desiste.abort(motivo);
        reject(motivo);
      }, prazoMs);
      try {
        return await Promise.race([obra, atraso]);
      } finally {
        clearTimeout(relogio);
      }
    };
  };
}

/**
 * The result of some work on the folder `dir`.
 * @throws {StartError} when its disk does not answer within ten seconds
 */
export const answerInTime = <T>(dir: string, work: () => Promise<T>): Promise<T> =>
  createPatience(PRAZO_LONGO_MS)(1)(work).catch((error: unknown) => {
    if (!(error instanceof DiskSilent)) throw error;
    throw new StartError(`ARQUIVOS_DIR: o disco de ${dir} não responde. Confira o disco.`);
  });
