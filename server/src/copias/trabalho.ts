/** Work on backups in a thread of its own: it reads whole files, and the server goes on. */
import { Worker } from 'node:worker_threads';
import { StartError } from '../config/leitor.ts';
import type { Copia, CopiaDeps } from './copia.ts';
import type { Contagens } from './restauracao.ts';

export type TarefaCopia =
  /** Makes a backup, carries it to the other folder, and removes those that are not kept. */
  | ({ acao: 'criar'; destino: string | null } & CopiaDeps)
  | { acao: 'conferir'; pasta: string; segredo: string }
  /** Counts the rows of the present database. */
  | { acao: 'contar'; dataDir: string };

type ResultadoDe<T extends TarefaCopia> = T extends { acao: 'contar' }
  ? Contagens | null | undefined
  : Copia;

/** What the thread answers: a result, a sentence for people, or an error of ours. */
export type Desfecho = { feito: unknown } | { motivo: string } | { erro: string };

/**
 * Works in another thread.
 * @throws {StartError} one sentence
 */
export function runInThread<T extends TarefaCopia>(tarefa: T): Promise<ResultadoDe<T>> {
  const thread = new Worker(new URL('./trabalhoThread.ts', import.meta.url), {
    workerData: tarefa,
  });
  thread.unref();
  return new Promise((resolve, reject) => {
    thread.once('message', (desfecho: Desfecho) => {
      if ('feito' in desfecho) resolve(desfecho.feito as ResultadoDe<T>);
      else if ('motivo' in desfecho) reject(new StartError(desfecho.motivo));
      else reject(new Error(desfecho.erro));
    });
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the work on a backup ended without a result')));
  });
}
