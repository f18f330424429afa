/**
 * Lint, names, types, layers, dead code: one line each, and the whole output of a step that fails. With an
 * argument, only the steps that begin with it. As many steps run at once as there are cores.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const raiz = fileURLToPath(new URL('..', import.meta.url));

/**
 * TypeScript 7 for the types, in a third of the time of the 6 that the tools below read
 * (docs/decisions/0067). Two programs run beside each other, and several threads of one repeat
 * work.
 */
const types = (projeto) => [
  'node_modules/typescript-7/bin/tsc',
  ...['-p', projeto, '--checkers', '1'],
];

// The longest first: it would be the last one to end otherwise.
const PASSOS = [
  ['types: web, journeys, bench', 'node', types('web')],
  ['types: server, contract, bar', 'node', types('.')],
  ['types: service worker', 'node', types('web/tsconfig.sw.json')],
  ['lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['names', 'node', ['scripts/names.ts']],
  [
    'layers',
    'depcruise',
    ['contract/src', 'server/src', 'web/src', '--config', '.dependency-cruiser.cjs'],
  ],
  ['dead code', 'knip', []],
];

/** True when the step passes. */
async function run([nome, comando, argumentos]) {
  const inicio = Date.now();
  const programa = comando === 'node' ? process.execPath : `${raiz}node_modules/.bin/${comando}`;
  const filho = spawn(programa, argumentos, { cwd: raiz, stdio: ['ignore', 'pipe', 'pipe'] });
  const [saida, erros, [codigo]] = await Promise.all([
    text(filho.stdout),
    text(filho.stderr),
    once(filho, 'exit'),
  ]);
  const segundos = ((Date.now() - inicio) / 1000).toFixed(1);
  console.log(`${codigo === 0 ? '✓' : '✕'} ${nome} (${segundos} s)`);
  if (codigo !== 0) console.log(saida + erros);
  return codigo === 0;
}

const [pedido = ''] = process.argv.slice(2);
const fila = PASSOS.filter(([nome]) => nome.startsWith(pedido));
if (fila.length === 0) {
  console.error(`Não há conferência '${pedido}'.`);
  process.exit(1);
}
async function work() {
  let ok = true;
  for (let passo = fila.shift(); passo; passo = fila.shift()) ok = (await run(passo)) && ok;
  return ok;
}
const todos = await Promise.all(Array.from({ length: availableParallelism() }, work));
process.exit(todos.every(Boolean) ? 0 : 1);
