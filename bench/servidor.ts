/** The product's own process on a filled register, and its use of memory and CPU. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fill } from '../server/src/demo/registro.ts';
import { migrations } from '../server/src/migrations/all.ts';
import { openBanco } from '../server/src/platform/db/banco.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { seed } from '../server/src/seed.ts';

const raiz = fileURLToPath(new URL('..', import.meta.url));

/** The flags of `npm start`. */
const FLAGS: string[] = JSON.parse(readFileSync(join(raiz, 'package.json'), 'utf8'))
  .scripts.start.split(' ')
  .filter((parte: string) => parte.startsWith('--'));

const CONTA = { name: 'Bancada', email: 'bancada@exemplo.edu.br', password: 'cancela-azul-42' };

export interface BenchServer {
  url: string;
  pid: number;
  dataDir: string;
  token: string;
  headers: Record<string, string>;
  /** Milliseconds from the start to the first answer. */
  partida: number;
  usage(): Usage;
  /** A new access token: one lasts a quarter of an hour. */
  renew(): Promise<void>;
  stop(): Promise<void>;
}

export interface Usage {
  mb: number;
  /** Processor time so far, ms. */
  cpu: number;
  /** Written so far to files and sockets, KB. */
  kb: number;
}

/** What a process has used; Linux only. */
export function usageOf(pid: number): Usage {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const partes = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const io = readFileSync(`/proc/${pid}/io`, 'utf8');
  return {
    mb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    cpu: (Number(partes[11]) + Number(partes[12])) * 10,
    kb: Number(/wchar: (\d+)/.exec(io)?.[1]) / 1024,
  };
}

function address(servidor: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let saida = '';
    servidor.once('exit', (codigo) => reject(new Error(`saiu com ${codigo}: ${saida}`)));
    servidor.stdout?.on('data', (parte) => {
      saida += parte;
      const achado = / no ar: (\S+)/.exec(saida)?.[1];
      if (achado) resolve(achado);
    });
  });
}

async function end(servidor: ChildProcess): Promise<void> {
  if (servidor.exitCode !== null) return;
  servidor.kill('SIGTERM');
  await new Promise((resolve) => servidor.once('exit', resolve));
}

/** Waits until the process rests: after its start it checks a large database in the background. */
async function settle(pid: number): Promise<void> {
  for (let antes = -1000, agora = 0; agora - antes > 50; ) {
    antes = agora;
    await sleep(1_000);
    agora = usageOf(pid).cpu;
  }
}

/** `prepare` fills more of the closed database before the server starts. */
export async function startBancada(
  veiculos: number,
  env: Record<string, string> = {},
  prepare?: (dataDir: string) => void | Promise<void>,
): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'unipark-bench-'));
  const db = openBanco(env.DATABASE_URL ?? dataDir);
  await migrate(db, migrations);
  await seed(db);
  await fill(db, veiculos);
  await db.destroy();
  await prepare?.(dataDir);

  const nasceu = performance.now();
  const servidor = spawn(process.execPath, [...FLAGS, 'start.mjs', 'server/src/main.ts'], {
    cwd: raiz,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await address(servidor);
  await fetch(`${url}/healthz`);
  const partida = performance.now() - nasceu;
  const askToken = async (caminho: string, conta: object): Promise<string> => {
    const resposta = await fetch(`${url}/api/auth/${caminho}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(conta),
    });
    return ((await resposta.json()) as { token: string }).token;
  };
  const token = await askToken('sign-up/email', CONTA);
  const pid = servidor.pid as number;
  await settle(pid);
  const { email, password } = CONTA;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    ...{ url, pid, dataDir, token, headers, partida },
    usage: () => usageOf(pid),
    async renew() {
      headers.authorization = `Bearer ${await askToken('sign-in/email', { email, password })}`;
    },
    async stop() {
      await end(servidor);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A server under load: the product's, or the limit's. */
export type LoadTarget = Pick<BenchServer, 'url' | 'headers' | 'usage' | 'stop'>;

async function startProgram(argumentos: string[], headers: BenchServer['headers']) {
  const servidor = spawn(process.execPath, argumentos, {
    cwd: raiz,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await address(servidor);
  const usage = () => usageOf(servidor.pid as number);
  return { url, headers, usage, stop: () => end(servidor) };
}

/** The limit reference with the vehicles of `bancada`, in the same folder. */
export const startLimite = ({ dataDir, headers, token }: BenchServer): Promise<LoadTarget> =>
  startProgram(
    ['bench/limit/main.ts', join(dataDir, 'unipark.db'), join(dataDir, 'limite.db'), token],
    headers,
  );

/** A bare handler on the same PostgreSQL. */
export const startLimitePostgres = (
  database: string,
  { headers, token }: BenchServer,
): Promise<LoadTarget> => startProgram(['bench/limit/postgres.ts', database, token], headers);

/** The value below which the share `parte` of the numbers lies. */
export function quantileOf(numeros: number[], parte: number): number {
  const ordem = [...numeros].sort((a, b) => a - b);
  return ordem[Math.min(ordem.length - 1, Math.floor(ordem.length * parte))] ?? Number.NaN;
}
