/**
 * Work on backups in a process of its own. It reads whole files, and the folder of another machine
 * may never answer: a call that hangs then holds no thread of the server, which ends in time.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { StartError } from '../config/leitor.ts';
import type { Copia, CopiaDeps } from './copia.ts';
import type { CopiaEnviada, EnvioDeps } from './externas/envio.ts';
import type { SendFotosDeps } from './externas/fotosExternas.ts';
import type { FotosLevadas } from './fotos.ts';
import type { CopiasOwner } from './mark.ts';
import type { OriginalDeps } from './original.ts';
import type { Contagens } from './restauracao.ts';

const START = fileURLToPath(new URL('../../../start.mjs', import.meta.url));
const PROGRAMA = 'server/src/copias/trabalhoProcesso.ts';

export type TarefaCopia =
  /** Makes a backup. */
  | ({ acao: 'criar' } & CopiaDeps)
  /** Copies a backup into the other folder. */
  | { acao: 'levar'; copia: Copia; destino: string; owner: CopiasOwner }
  /** Removes the backups of a folder that are not kept. */
  | { acao: 'apagar-antigas'; copias: string }
  /** Copies the pictures of a backup there, for a while, and removes those that none names. */
  | { acao: 'levar-fotos'; copias: string; nome: string; arquivosDir: string; prazoMs: number }
  /** Copies the pictures of a backup back to ARQUIVOS_DIR. */
  | { acao: 'trazer-fotos'; pasta: string; de: string; arquivosDir: string }
  /** The name of the newest backup of a folder, which with `owner` must be that one's. */
  | { acao: 'achar'; pasta: string; owner?: CopiasOwner | undefined }
  | { acao: 'conferir'; pasta: string; segredo: string }
  /** Sends a backup to a place outside, encrypted, and removes there those that are not kept. */
  | ({ acao: 'enviar'; pasta: string } & EnvioDeps)
  /** Sends the pictures of a backup there, for a while. */
  | ({ acao: 'enviar-fotos' } & SendFotosDeps)
  /** The name of the newest copy of a place outside. */
  | ({ acao: 'achar-enviada' } & EnvioDeps)
  /** Counts the rows of the present database. */
  | ({ acao: 'contar' } & OriginalDeps);

interface Resultados {
  criar: Copia;
  levar: undefined;
  'apagar-antigas': number;
  'levar-fotos': FotosLevadas | undefined;
  'trazer-fotos': FotosLevadas;
  achar: string | undefined;
  conferir: Copia;
  enviar: CopiaEnviada;
  'enviar-fotos': FotosLevadas | undefined;
  'achar-enviada': string | undefined;
  contar: Contagens | null | undefined;
}

/** What the process answers: a result, a sentence for people, or an error of ours. */
export type Desfecho = { feito: unknown } | { motivo: string } | { erro: string };

interface RunOptions {
  /** Ends the process at once. */
  sinal?: AbortSignal | undefined;
  /** The process is ended after this time. */
  prazoMs?: number;
  /** Hears the id of the process. */
  onStart?: (pid: number) => void;
}

function answerOf(filho: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    filho.once('message', (desfecho: Desfecho) => {
      if ('feito' in desfecho) resolve(desfecho.feito);
      else if ('motivo' in desfecho) reject(new StartError(desfecho.motivo));
      else reject(new Error(desfecho.erro));
    });
    filho.once('error', reject);
    filho.once('exit', () => reject(new Error('the work on a backup ended without a result')));
  });
}

/**
 * Works in another process.
 * @throws {StartError} one sentence
 */
export async function runApart<T extends TarefaCopia>(
  tarefa: T,
  { sinal, prazoMs, onStart }: RunOptions = {},
): Promise<Resultados[T['acao']]> {
  sinal?.throwIfAborted();
  const filho = fork(START, [PROGRAMA], { execArgv: [], serialization: 'advanced' });
  const end = (): void => void filho.kill('SIGKILL');
  const relogio = prazoMs === undefined ? undefined : setTimeout(end, prazoMs);
  sinal?.addEventListener('abort', end);
  try {
    const resposta = answerOf(filho);
    if (filho.pid !== undefined) onStart?.(filho.pid);
    // Not through its arguments or environment: other users of the machine read those.
    filho.send(tarefa, () => undefined);
    return (await resposta) as Resultados[T['acao']];
  } finally {
    clearTimeout(relogio);
    sinal?.removeEventListener('abort', end);
    end();
  }
}
