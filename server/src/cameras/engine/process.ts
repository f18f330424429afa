/** A child process: no shell, no inherited environment, and an end on request. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';

const MATA_MS = 2_000;
/** After its end, its own children may hold its pipes for this long. */
const SOBRA_MS = 1_000;
/** Only the end of stderr is kept: it contains the reason. */
const FINAL = 4_096;

export interface EngineProcess {
  child: ChildProcessWithoutNullStreams;
  /** The end of stderr. It may contain a password, so it is only searched and never shown. */
  lastWords(): string;
  /** Resolves after the process ended; `faltou` is true when the program does not exist. */
  ended: Promise<{ faltou: boolean }>;
  /** Asks the process to end, then kills it; resolves after its end. */
  stop(): Promise<void>;
}

/** Only what a program needs to run: no secret of ours. */
const childEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LANG: 'C' });

/** Starts `caminho` with `entrada` on its stdin. Never throws: a missing program sets `faltou`. */
export function startProcess(
  caminho: string,
  args: string[],
  entrada: Buffer | string,
): EngineProcess {
  const child = spawn(caminho, args, { env: childEnvironment(), windowsHide: true });
  const ended = new Promise<{ faltou: boolean }>((resolve) => {
    child.on('error', ({ code }: NodeJS.ErrnoException) => {
      // Without a free file descriptor no program starts, but the program exists.
      if (child.pid === undefined) resolve({ faltou: code !== 'EMFILE' && code !== 'ENFILE' });
    });
    child.on('close', () => resolve({ faltou: false }));
  });
  // A wrapper script may end before the program it runs: without our pipes the program ends at its
  // next write.
  child.on('exit', () => {
    const solta = setTimeout(() => {
      for (const cano of [child.stdout, child.stderr]) cano.destroy();
    }, SOBRA_MS);
    void ended.then(() => clearTimeout(solta));
  });
  // In that case the pipes do not exist, contrary to the types.
  child.stdin ??= new PassThrough();
  child.stdout ??= new PassThrough();
  child.stderr ??= new PassThrough();

  let palavras = '';
  child.stderr.on('data', (pedaco: Buffer) => {
    palavras = (palavras + pedaco.toString('utf8')).slice(-FINAL);
  });
  // The process may end before it has read its input, or fail: its end event reports both.
  for (const cano of [child.stdin, child.stdout, child.stderr]) cano.on('error', () => undefined);
  child.stdin.end(entrada);

  return {
    child,
    ended,
    lastWords: () => palavras,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      const mata = setTimeout(() => child.kill('SIGKILL'), MATA_MS);
      // Later output is discarded: a full pipe would block the process.
      child.stdout.resume();
      await ended;
      clearTimeout(mata);
    },
  };
}

interface EngineLimits {
  maximo: number;
  prazoMs: number;
}

/** A program's output; null when it exceeds `maximo`, or takes longer than `prazoMs`. */
export async function readProcess(
  caminho: string,
  args: string[],
  entrada: Buffer | string,
  { maximo, prazoMs }: EngineLimits,
): Promise<{ faltou: boolean; saida: Buffer | null }> {
  const processo = startProcess(caminho, args, entrada);
  const pedacos: Buffer[] = [];
  let total = 0;
  let passou = false;
  const cut = (): void => {
    passou = true;
    void processo.stop();
  };
  processo.child.stdout.on('data', (pedaco: Buffer) => {
    total += pedaco.length;
    if (total <= maximo) pedacos.push(pedaco);
    else if (!passou) cut();
  });
  const limite = setTimeout(cut, prazoMs);
  const { faltou } = await processo.ended;
  clearTimeout(limite);
  return { faltou, saida: passou ? null : Buffer.concat(pedacos) };
}
