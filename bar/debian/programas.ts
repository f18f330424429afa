/** Programs of Debian's packages, as processes that end with this one. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const PASTAS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'];

/** The folder of the newest PostgreSQL's programs. @throws when a package is not installed */
export function findProgramas(): { postgres: string; haproxy: string; nginx: string } {
  const [postgres] = globSync('/usr/lib/postgresql/*/bin/postgres').sort().reverse();
  const find = (nome: string) => globSync(`{${PASTAS.join()}}/${nome}`)[0];
  const haproxy = find('haproxy');
  const nginx = find('nginx');
  if (!postgres || !haproxy || !nginx) {
    throw new Error('Faltam pacotes: apt-get install -y postgresql haproxy nginx-light');
  }
  return { postgres: postgres.replace(/\/postgres$/, ''), haproxy, nginx };
}

/** The user of the package, as which PostgreSQL runs. @throws for a caller that may not become it */
export function findPostgresUser(): { uid: number; gid: number } {
  if (process.getuid?.() !== 0) throw new Error('Rode o ensaio como root.');
  const id = (opcao: string) =>
    Number(execFileSync('id', [opcao, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export const freePort = (): Promise<number> =>
  new Promise((pronto) => {
    const servidor = createServer().listen(0, '127.0.0.1', () => {
      const endereco = servidor.address();
      servidor.close(() => pronto(typeof endereco === 'object' && endereco ? endereco.port : 0));
    });
  });

const abertos = new Set<ChildProcess>();
process.once('exit', () => {
  for (const filho of abertos) filho.kill('SIGKILL');
});

/** Starts a program; its errors are shown. */
export function startPrograma(
  programa: string,
  argumentos: string[],
  opcoes: { env?: Record<string, string>; uid?: number; gid?: number; calado?: boolean } = {},
): ChildProcess {
  const { env, calado = false, ...resto } = opcoes;
  const filho = spawn(programa, argumentos, {
    ...resto,
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', ...env },
    stdio: ['ignore', 'ignore', calado ? 'ignore' : 'inherit'],
  });
  abertos.add(filho);
  filho.once('exit', () => abertos.delete(filho));
  return filho;
}

/** A file of the folder `escala`, with each text of `trocas` in the place of its name. */
export function readModelo(nome: string, trocas: Record<string, string>): string {
  const texto = readFileSync(new URL(`../../escala/${nome}`, import.meta.url), 'utf8');
  return Object.entries(trocas).reduce((feito, [de, para]) => feito.replaceAll(de, para), texto);
}
