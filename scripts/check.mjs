/** Types, lint, layers, dead code: one line each, and the whole output of what failed. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const raiz = fileURLToPath(new URL('..', import.meta.url));
const bin = (nome) => `${raiz}node_modules/.bin/${nome}`;

const PASSOS = [
  ['lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['types: contract', 'tsc', ['-p', 'contract']],
  ['types: server', 'tsc', ['-p', 'server']],
  ['types: web', 'tsc', ['-p', 'web']],
  ['types: e2e', 'tsc', ['-p', 'e2e']],
  ['types: tests and bench', 'tsc', ['-p', '.']],
  [
    'layers',
    'depcruise',
    ['contract/src', 'server/src', 'web/src', '--config', '.dependency-cruiser.cjs'],
  ],
  ['dead code', 'knip', []],
];

let falhas = 0;
for (const [nome, comando, argumentos] of PASSOS) {
  const inicio = Date.now();
  const { status, stdout, stderr } = spawnSync(bin(comando), argumentos, {
    cwd: raiz,
    encoding: 'utf8',
  });
  const segundos = ((Date.now() - inicio) / 1000).toFixed(1);
  console.log(`${status === 0 ? '✓' : '✕'} ${nome} (${segundos} s)`);
  if (status !== 0) {
    falhas += 1;
    console.log(`${stdout}${stderr}`);
  }
}
process.exit(falhas === 0 ? 0 : 1);
