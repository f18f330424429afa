/** The product in its own process, for the rows that kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { copyTemplate } from '../server/test/template.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const START_MS = 40_000;

export interface MeasuredProcess {
  url: string;
  pid: number;
  /** Milliseconds from the start until `/readyz` answers 200. */
  startMs: number;
  /** Kills it and resolves when it has exited. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Runs a program of the repository with this environment alone; it is killed when this process exits. */
export function run(file: string, args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['start.mjs', file, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.removeListener('exit', end));
  return child;
}

function address(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (part: Buffer): void => {
      said += part;
      const found = /UNIPARK no ar: (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
}

/**
 * Starts a server and waits until it is ready; in a folder without a database, on a prepared one.
 * @throws when it ends or is not ready in 40 s
 */
export async function startProcesso(
  env: Record<string, string>,
  file = 'server/src/main.ts',
): Promise<MeasuredProcess> {
  if (env.DATA_DIR && !env.DATABASE_URL) copyTemplate('seeded', env.DATA_DIR);
  const born = performance.now();
  const child = run(file, [], { PORT: '0', LOG_LEVEL: 'error', ...env });
  const url = await address(child);
  while ((await fetch(`${url}/readyz`)).status !== 200) {
    if (performance.now() - born > START_MS) throw new Error('the server is not ready');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    pid: child.pid as number,
    startMs: performance.now() - born,
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}
