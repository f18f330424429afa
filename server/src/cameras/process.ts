/** A program beside us: no shell, nothing inherited, gone when we say so. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

const MATA_MS = 2_000;
/** The end of what it says is what tells why. */
const FINAL = 4_096;

export interface Processo {
  child: ChildProcessWithoutNullStreams;
  /** Its last words on stderr: they may hold a password, so they are only looked at. */
  lastWords(): string;
  /** Resolves when it is gone; it `faltou` where there was no such program to begin with. */
  ended: Promise<{ faltou: boolean }>;
  /** Asks it to end, and makes it end; resolves when it is gone. */
  stop(): Promise<void>;
}

/** Only what a program needs to find its libraries' words: no secret of ours. */
const ambiente = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LANG: 'C' });

/** Starts `caminho` with `entrada` on its stdin. Never throws: a missing program `faltou`. */
export function startProcess(caminho: string, args: string[], entrada: Buffer | string): Processo {
  const child = spawn(caminho, args, { env: ambiente(), windowsHide: true });
  let palavras = '';
  child.stderr.on('data', (pedaco: Buffer) => {
    palavras = (palavras + pedaco.toString('utf8')).slice(-FINAL);
  });
  // It may end before it has read its input: its end tells.
  child.stdin.on('error', () => undefined);
  child.stdin.end(entrada);

  const ended = new Promise<{ faltou: boolean }>((resolve) => {
    let faltou = false;
    child.on('error', () => {
      faltou = child.pid === undefined;
      if (faltou) resolve({ faltou });
    });
    child.on('close', () => resolve({ faltou }));
  });

  return {
    child,
    ended,
    lastWords: () => palavras,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      const mata = setTimeout(() => child.kill('SIGKILL'), MATA_MS);
      // What it still writes is let go: a full pipe would hold it.
      child.stdout.resume();
      await ended;
      clearTimeout(mata);
    },
  };
}
