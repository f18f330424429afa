/** The thread of `trabalho.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { StartError } from '../config/leitor.ts';
import { carryCopia, createCopia, verifyCopia } from './copia.ts';
import { countAgora } from './restauracao.ts';
import { removeOld } from './rodizio.ts';
import type { Desfecho, TarefaCopia } from './trabalho.ts';

async function run(tarefa: TarefaCopia): Promise<unknown> {
  if (tarefa.acao === 'contar') return countAgora(tarefa.dataDir);
  if (tarefa.acao === 'conferir') return verifyCopia(tarefa.pasta, tarefa.segredo);
  const copia = await createCopia(tarefa);
  await removeOld(tarefa.copias);
  if (tarefa.destino !== null) {
    await carryCopia(copia, tarefa.destino);
    await removeOld(tarefa.destino);
  }
  return copia;
}

const desfecho = await run(workerData as TarefaCopia).then(
  (feito): Desfecho => ({ feito }),
  (error: unknown): Desfecho =>
    error instanceof StartError
      ? { motivo: error.message }
      : { erro: error instanceof Error ? (error.stack ?? error.message) : String(error) },
);
parentPort?.postMessage(desfecho);
