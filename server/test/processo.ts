/** The server in its own process: only from outside a test can see what ends it. */
import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyTemplate } from './template.ts';

/** What a program of the repository is started with, as people do: it keeps compiled modules. */
export const START = fileURLToPath(new URL('../../start.mjs', import.meta.url));
const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
/** The environment of a program that is not started with `START`. */
export const PROGRAM_ENV = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
const FILHO = 'server/test/filho.ts';
const PRAZO_MS = 30_000;

interface ChildMessage {
  endereco?: string;
  escapou?: string;
  pendentes?: number[];
  recursos?: Recursos;
}

/** What the process holds after its garbage was collected. */
export interface Recursos {
  /** Bytes of the heap. */
  heap: number;
  /** Open files and sockets. */
  arquivos: number;
  relogios: number;
}

export interface ServerProcess {
  filho: ChildProcess;
  url: string;
  port: number;
  dataDir: string;
  /** Errors that the server did not catch. */
  escapados: string[];
  /** Bytes that each open event stream still holds. */
  listPendentes(): Promise<number[]>;
  listRecursos(): Promise<Recursos>;
  /** Sends a signal; answers the exit code and the time; -1 when it did not end. */
  end(sinal?: NodeJS.Signals, prazoMs?: number): Promise<{ codigo: number; ms: number }>;
  /** Removes the folder, and ends the process. */
  remove(): void;
}

export interface ProcessoOptions {
  env?: Record<string, string>;
  stdout?: number | 'pipe' | 'ignore';
  /** A fault of `filho.ts`. */
  falha?: string | undefined;
}

/** Starts a server on a new folder with a prepared database, and waits until it listens. */
export async function startProcesso(options: ProcessoOptions = {}): Promise<ServerProcess> {
  const { env = {}, stdout = 'ignore', falha = '' } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'unipark-processo-'));
  if (!env.DATABASE_URL) copyTemplate('seeded', env.DATA_DIR ?? dataDir);
  const filho = fork(START, [FILHO], {
    env: { ...PROGRAM_ENV, PORT: '0', DATA_DIR: dataDir, FALHA: falha, ...env },
    execArgv: [],
    stdio: ['ignore', stdout, 'ignore', 'ipc'] as StdioOptions,
  });
  const escapados: string[] = [];
  filho.on('message', ({ escapou }: ChildMessage) => {
    if (escapou !== undefined) escapados.push(escapou);
  });
  const answer = async <T>(read: (mensagem: ChildMessage) => T | undefined): Promise<T> => {
    const signal = AbortSignal.timeout(PRAZO_MS);
    for (;;) {
      const [mensagem] = (await once(filho, 'message', { signal })) as [ChildMessage];
      const lido = read(mensagem);
      if (lido !== undefined) return lido;
    }
  };
  const remove = (): void => {
    filho.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  };
  const fim = once(filho, 'exit') as Promise<[number | null]>;
  const url = await answer(({ endereco }) => endereco).catch((error: unknown) => {
    remove();
    throw error;
  });

  return {
    filho,
    url,
    port: Number(new URL(url).port),
    dataDir,
    escapados,
    listPendentes() {
      const resposta = answer(({ pendentes }) => pendentes);
      filho.send('pendentes');
      return resposta;
    },
    listRecursos() {
      const resposta = answer(({ recursos }) => recursos);
      filho.send('recursos');
      return resposta;
    },
    async end(sinal, prazoMs = 12_000) {
      const inicio = performance.now();
      if (sinal) filho.kill(sinal);
      const desistir = new Promise<[number]>((pronto) => setTimeout(pronto, prazoMs, [-1]).unref());
      const [codigo] = await Promise.race([fim, desistir]);
      return { codigo: codigo ?? -1, ms: performance.now() - inicio };
    },
    remove,
  };
}
