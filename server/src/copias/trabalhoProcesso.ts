/** The process of `trabalho.ts`. */
import { StartError } from '../config/leitor.ts';
import { carryCopia, createCopia, verifyCopia } from './copia.ts';
import { findEnviada, sendCopia } from './externas/envio.ts';
import { sendFotos } from './externas/fotosExternas.ts';
import { bringFotos, carryFotos, readFoto, sweepFotos } from './fotos.ts';
import { requireOwnMark } from './mark.ts';
import { countAgora } from './restauracao.ts';
import { findNewest, removeOld } from './rodizio.ts';
import type { Desfecho, TarefaCopia } from './trabalho.ts';

async function run(tarefa: TarefaCopia): Promise<unknown> {
  if (tarefa.acao === 'contar') return countAgora(tarefa);
  if (tarefa.acao === 'conferir') return verifyCopia(tarefa.pasta, tarefa.segredo);
  if (tarefa.acao === 'achar') {
    if (tarefa.owner) await requireOwnMark(tarefa.pasta, tarefa.owner);
    return findNewest(tarefa.pasta);
  }
  if (tarefa.acao === 'enviar') return sendCopia(tarefa);
  if (tarefa.acao === 'enviar-fotos') return sendFotos(tarefa);
  if (tarefa.acao === 'achar-enviada') return findEnviada(tarefa);
  if (tarefa.acao === 'trazer-fotos') {
    return bringFotos({ ...tarefa, read: (foto) => readFoto(tarefa.de, foto) });
  }
  if (tarefa.acao === 'levar-fotos') {
    const levadas = await carryFotos(tarefa);
    await sweepFotos(tarefa.copias);
    return levadas;
  }
  if (tarefa.acao === 'levar') return carryCopia(tarefa.copia, tarefa);
  if (tarefa.acao === 'apagar-antigas') return removeOld(tarefa.copias);
  return createCopia(tarefa);
}

// The server has ended: the answer has no reader.
process.on('disconnect', () => process.exit(1));
// Ctrl+C reaches this process too: the server ends it in its turn.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);

process.once('message', async (tarefa: TarefaCopia) => {
  const desfecho = await run(tarefa).then(
    (feito): Desfecho => ({ feito }),
    (error: unknown): Desfecho =>
      error instanceof StartError
        ? { motivo: error.message }
        : { erro: error instanceof Error ? (error.stack ?? error.message) : String(error) },
  );
  process.send?.(desfecho);
});
