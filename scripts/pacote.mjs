/**
 * `npm run pacote` writes dist/unipark-VERSION-linux-ARCH.tar.gz: the built screens and programs, the server, its
 * packages and the pinned Node.js. On a machine without a network: `tar xzf` and `./unipark start`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll } from './programs.mjs';

const raiz = fileURLToPath(new URL('..', import.meta.url));

const ARQUIVOS = [
  ...['package.json', 'package-lock.json', '.npmrc', 'start.mjs', 'unipark.mjs'],
  ...['LICENSE', 'NOTICE', 'README.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...['scripts/serve.mjs', 'scripts/site.mjs', 'scripts/programs.mjs', 'scripts/build.mjs'],
  ...['contract/package.json', 'contract/src'],
  // The packages of these two are not installed, but the lockfile names them.
  ...['web/package.json', 'e2e/package.json'],
  ...['server/package.json', 'server/src', 'server/dist', 'web/dist', 'demo', 'deploy', 'docs'],
];
/** The Node.js that `npm ci` installed, without its headers. */
const NODE = ['bin', 'LICENSE', 'package.json'].map(
  (nome) => `node_modules/node-linux-${arch()}/${nome}`,
);
/** The sources of a compiled package. */
const SOBRAS = ['node_modules/better-sqlite3/deps', 'node_modules/better-sqlite3/src'];

if (platform() !== 'linux') {
  process.stderr.write('O pacote é para Linux, e é feito nele.\n');
  process.exit(1);
}
/** Copies files and folders of this one to the same places of another. */
function copy(arquivos, destino) {
  for (const arquivo of arquivos) {
    cpSync(join(raiz, arquivo), join(destino, arquivo), {
      recursive: true,
      // The programs are used while their sources have the times of the build.
      preserveTimestamps: true,
      filter: (caminho) => !caminho.endsWith('.test.ts'),
    });
  }
}

const { version } = JSON.parse(readFileSync(join(raiz, 'package.json'), 'utf8'));
await buildAll(raiz);

const nome = `unipark-${version}`;
const pasta = mkdtempSync(join(tmpdir(), 'unipark-pacote-'));
const programa = join(pasta, nome);
try {
  copy(ARQUIVOS, programa);
  cpSync(join(raiz, 'deploy/unipark'), join(programa, 'unipark'));
  const partes = ['contract', 'server'].flatMap((parte) => ['--workspace', parte]);
  execFileSync('npm', ['ci', '--omit=dev', ...partes], { cwd: programa, stdio: 'inherit' });
  copy(NODE, programa);
  for (const sobra of SOBRAS) rmSync(join(programa, sobra), { recursive: true });
  mkdirSync(join(raiz, 'dist'), { recursive: true });
  const destino = join(raiz, 'dist', `${nome}-linux-${arch()}.tar.gz`);
  const dono = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'];
  execFileSync('tar', ['-czf', destino, ...dono, '-C', pasta, nome]);
  console.log(`${destino}: ${Math.round(statSync(destino).size / 1e6)} MB`);
} finally {
  rmSync(pasta, { recursive: true, force: true });
}
