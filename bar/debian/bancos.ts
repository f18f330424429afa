/** Two PostgreSQL of Debian's package: one that takes writes, and its synchronous standby. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  findPostgresUser,
  findProgramas,
  freePort,
  readModelo,
  startPrograma,
} from './programas.ts';

const SENHA = 'uma-senha-de-ensaio';
const REPLICADOR = 'outra-senha-de-ensaio';

export interface DebianBanco {
  porta: number;
  start(): Promise<void>;
  /** Kills the server and all its processes. @returns when */
  kill(): Promise<number>;
  /** The first column of the first row, by the local socket. */
  ask(comando: string, banco?: string): string;
  /** Makes this the standby of another: a copy of it, in the place of its own data. */
  follow(outro: DebianBanco): void;
  promote(): void;
}

/** A PostgreSQL in `pasta` on a free port; its data is made by `createPrimeiro` or `follow`. */
export async function openDebianBanco(pasta: string, nome: string): Promise<DebianBanco> {
  const bin = findProgramas().postgres;
  const usuario = findPostgresUser();
  const dados = join(pasta, nome);
  const porta = await freePort();
  const run = (programa: string, argumentos: string[], env: Record<string, string> = {}): string =>
    execFileSync(join(bin, programa), argumentos, {
      ...usuario,
      cwd: '/',
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const ask = (comando: string, banco = 'postgres'): string =>
    run('psql', [
      '-h',
      pasta,
      '-p',
      String(porta),
      '-U',
      'postgres',
      '-d',
      banco,
      '-Atqc',
      comando,
    ]).trim();
  let servidor: ReturnType<typeof startPrograma> | undefined;
  return {
    porta,
    ask,
    async start() {
      const parametros = {
        port: porta,
        listen_addresses: '127.0.0.1',
        unix_socket_directories: pasta,
        wal_keep_size: '1GB',
        // A standby that lost its primary sleeps for so long, also when it is promoted meanwhile.
        wal_retrieve_retry_interval: '500ms',
        log_min_messages: 'fatal',
      };
      const argumentos = Object.entries(parametros).flatMap(([chave, valor]) => [
        '-c',
        `${chave}=${valor}`,
      ]);
      servidor = startPrograma(join(bin, 'postgres'), ['-D', dados, ...argumentos], {
        ...usuario,
        calado: true,
      });
      for (let tentativa = 0; tentativa < 300; tentativa += 1) {
        await sleep(100);
        try {
          ask('select 1');
          return;
        } catch {
          // not yet
        }
      }
      throw new Error(`${nome} did not start`);
    },
    async kill() {
      if (!servidor) throw new Error(`${nome} has not started`);
      const gone = once(servidor, 'exit');
      const pid = readFileSync(join(dados, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
      const filhos = execFileSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' });
      for (const cada of [pid, ...filhos.split('\n').filter(Boolean)]) {
        try {
          process.kill(Number(cada), 'SIGKILL');
        } catch {
          // it ended by itself when its parent did
        }
      }
      const morte = performance.now();
      await gone;
      return morte;
    },
    follow({ porta: dele }) {
      rmSync(dados, { recursive: true, force: true });
      const origem = `host=127.0.0.1 port=${dele} user=replicador application_name=reserva`;
      run('pg_basebackup', ['-D', dados, '-R', '-X', 'stream', '-c', 'fast', '-d', origem], {
        PGPASSWORD: REPLICADOR,
      });
    },
    promote() {
      // The data was copied from a server that waits for a standby: this one has none yet.
      ask("alter system set synchronous_standby_names = ''");
      ask('select pg_reload_conf()');
      run('pg_ctl', ['promote', '-w', '-D', dados]);
    },
  };
}

/** Makes the data of the first server, with its roles and its database. */
export async function createPrimeiro(pasta: string): Promise<DebianBanco> {
  const bin = findProgramas().postgres;
  const usuario = findPostgresUser();
  const dados = join(pasta, 'banco1');
  execFileSync(join(bin, 'initdb'), ['-D', dados, '-U', 'postgres', '--no-sync'], {
    ...usuario,
    cwd: '/',
    stdio: 'ignore',
  });
  const hba = readModelo('pg_hba.conf', { VIGIA: '127.0.0.1/32', REDE: '127.0.0.1/32' });
  writeFileSync(join(dados, 'pg_hba.conf'), hba);
  const banco = await openDebianBanco(pasta, 'banco1');
  await banco.start();
  const sql = join(pasta, 'banco.sql');
  writeFileSync(sql, readModelo('banco.sql', {}), { mode: 0o644 });
  const lugar = ['-h', pasta, '-p', String(banco.porta), '-U', 'postgres'];
  const senhas = ['-v', `senha=${SENHA}`, '-v', `senha_replicador=${REPLICADOR}`];
  execFileSync(join(bin, 'psql'), [...lugar, ...senhas, '-v', 'ON_ERROR_STOP=1', '-qf', sql], {
    ...usuario,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return banco;
}

/** DATABASE_URL by a server or by HAProxy. */
export const urlOf = (porta: number): string =>
  `postgres://unipark:${SENHA}@127.0.0.1:${porta}/unipark`;

/** A folder that the user of PostgreSQL may write. */
export function createPasta(pasta: string): void {
  mkdirSync(pasta, { recursive: true, mode: 0o755 });
  const { uid, gid } = findPostgresUser();
  chownSync(pasta, uid, gid);
}
