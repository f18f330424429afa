/** A release as a program: its commit in a folder of its own, and its server. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RAIZ = fileURLToPath(new URL('../../../', import.meta.url));

/** Links each package of this folder; our own workspaces are those of the release. */
function linkModules(pasta: string, lugar: string): void {
  const nossos = join(RAIZ, lugar, 'node_modules');
  const deles = join(pasta, lugar, 'node_modules');
  if (!existsSync(nossos)) return;
  mkdirSync(deles, { recursive: true });
  for (const nome of readdirSync(nossos)) {
    if (nome !== '@unipark' && nome !== '.cache')
      symlinkSync(join(nossos, nome), join(deles, nome));
  }
}

const dependenciesOf = (raiz: string): string[] =>
  Object.keys(
    JSON.parse(readFileSync(join(raiz, 'server/package.json'), 'utf8')).dependencies,
  ).filter((nome) => !nome.startsWith('@unipark/'));

/** Puts a commit into `pasta`, with the packages of this folder, or with its own where it has others. */
export function checkoutPrograma(commit: string, pasta: string): void {
  mkdirSync(pasta, { recursive: true });
  const arquivos = execFileSync('git', ['archive', commit], { cwd: RAIZ, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', pasta], { input: arquivos });
  const nossas = dependenciesOf(RAIZ);
  if (dependenciesOf(pasta).some((nome) => !nossas.includes(nome))) {
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: pasta, stdio: 'inherit' });
    return;
  }
  for (const lugar of ['', 'server', 'contract']) linkModules(pasta, lugar);
  const unipark = join(pasta, 'node_modules/@unipark');
  mkdirSync(unipark);
  for (const nome of ['contract', 'server']) symlinkSync(join(pasta, nome), join(unipark, nome));
}

/** The newest migration of a release, as '0017'. */
export const schemaOf = (pasta: string): string =>
  readdirSync(join(pasta, 'server/src/migrations'))
    .map((nome) => /^(\d{4})_\w+\.ts$/.exec(nome)?.[1] ?? '')
    .sort()
    .at(-1) ?? '';

/** Runs `work` against the server of a release, and stops it in order. */
export async function withServer<T>(
  pasta: string,
  env: Record<string, string>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const filho = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: pasta,
    env: { PATH: process.env.PATH ?? '', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const fim = once(filho, 'exit');
  try {
    const url = await new Promise<string>((pronto, falhou) => {
      let dito = '';
      filho.stdout.on('data', (parte: Buffer) => {
        dito += parte;
        const achado = /UNIPARK no ar: (\S+)/.exec(dito)?.[1];
        if (achado) pronto(achado);
      });
      filho.once('exit', () => falhou(new Error(`the server of the release ended: ${dito}`)));
    });
    return await work(url);
  } finally {
    filho.kill('SIGTERM');
    await fim;
  }
}
