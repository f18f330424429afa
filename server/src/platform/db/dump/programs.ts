/** PostgreSQL's own programs, `pg_dump` and its kind: found in PATH, told where the database is. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from '../../../config/leitor.ts';

export type PostgresProgram = 'pg_dump' | 'pg_restore' | 'psql';

/** Only the end of what a program says of its failure is kept. */
const FINAL = 4_096;

/** What the programs understand of an address; other parameters are of our own driver. */
const CONHECIDOS = [
  ...['host', 'port', 'user', 'dbname', 'connect_timeout', 'options', 'target_session_attrs'],
  ...['sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'channel_binding', 'gssencmode'],
];

/** The authorities that the system trusts, of Debian's ca-certificates; our own connection has its own. */
const AUTORIDADES = '/etc/ssl/certs/ca-certificates.crt';

/** Where a program finds the database. The password stands in its environment, never in its arguments. */
export interface ProgramAddress {
  uri: string;
  env: Record<string, string>;
}

export function toProgramAddress(endereco: string): ProgramAddress {
  const url = new URL(endereco);
  const senha = url.password ? decodeURIComponent(url.password) : url.searchParams.get('password');
  url.password = '';
  // Our driver has a word of its own for a connection whose certificate is not checked.
  if (url.searchParams.get('sslmode') === 'no-verify') url.searchParams.set('sslmode', 'require');
  const { HOME = '' } = process.env;
  const semRaiz = !existsSync(join(HOME, '.postgresql', 'root.crt'));
  if (url.searchParams.get('sslmode')?.startsWith('verify-') && semRaiz) {
    const raiz = url.searchParams.get('sslrootcert') ?? AUTORIDADES;
    url.searchParams.set('sslrootcert', raiz);
  }
  for (const nome of [...url.searchParams.keys()]) {
    if (!CONHECIDOS.includes(nome)) url.searchParams.delete(nome);
  }
  return { uri: url.href.replaceAll('+', '%20'), env: senha ? { PGPASSWORD: senha } : {} };
}

/** A program is not on this machine, or too old: one sentence that says what to install. */
export class ProgramMissing extends StartError {}

/** A program ended with a failure, and said why. */
export class ProgramFailed extends Error {
  /** Its own words, in English; they have no password. */
  readonly dito: string;
  constructor(nome: string, dito: string) {
    super(`${nome}: ${dito}`);
    this.dito = dito;
  }
}

const missing = (nome: string, cause: unknown): ProgramMissing =>
  new ProgramMissing(
    `As cópias do PostgreSQL precisam do ${nome}, que não está nesta máquina. Instale-o: apt install postgresql-client`,
    { cause },
  );

export interface RunningProgram {
  child: ChildProcessWithoutNullStreams;
  /** Resolves after its success. @throws {ProgramMissing}; {ProgramFailed} */
  ended: Promise<void>;
}

/** Starts a program without a shell and with no other secret than that of its address. */
export function startProgram(
  nome: PostgresProgram,
  args: string[],
  env: Record<string, string> = {},
): RunningProgram {
  const { PATH, HOME } = process.env;
  // HOME: a `.pgpass` and certificates, as our own connection uses them.
  const child = spawn(nome, args, {
    env: { PATH, HOME, LC_ALL: 'C', PGAPPNAME: 'unipark', PGCONNECT_TIMEOUT: '10', ...env },
    windowsHide: true,
  });
  let dito = '';
  child.stderr?.on('data', (parte: Buffer) => {
    dito = (dito + parte.toString('utf8')).slice(-FINAL);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (cause) => reject(missing(nome, cause)));
    child.once('close', (codigo) =>
      codigo === 0 ? resolve() : reject(new ProgramFailed(nome, dito.trim())),
    );
  });
  // It is awaited after what the program writes was read.
  ended.catch(() => undefined);
  child.stdin?.on('error', () => undefined);
  return { child, ended };
}

/**
 * Refuses a machine without `pg_dump`, and one with a `pg_dump` older than the server.
 * `servidor`: its number, as 150018.
 * @throws {ProgramMissing}
 */
export async function requirePrograms(servidor: number): Promise<void> {
  const { child, ended } = startProgram('pg_dump', ['--version']);
  const dito = await text(child.stdout ?? []);
  await ended;
  const [, daqui = ''] = /(\d+)/.exec(dito) ?? [];
  const dele = Math.floor(servidor / 10_000);
  if (Number(daqui) >= dele) return;
  throw new ProgramMissing(
    `O pg_dump desta máquina é o ${daqui} e o PostgreSQL é o ${dele}. Instale o da mesma versão: apt install postgresql-client-${dele}`,
  );
}
