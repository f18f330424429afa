/**
 * Starts a program of this project on Node.js 24 or newer: `node start.mjs [FILE] [ARGUMENTS]`;
 * without FILE, the server. It is plain JavaScript, because an older Node.js has to read it and
 * start the one that `npm ci` installed.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));
const [file = 'scripts/serve.mjs', ...args] = process.argv.slice(2);

function fail(message) {
  process.stderr.write(message);
  process.exit(1);
}

/** The Node.js of node_modules, by its path: npm 9 does not link `node_modules/.bin/node`. */
function installedNode() {
  const windows = process.platform === 'win32';
  const folder = `${root}node_modules/node-${windows ? 'win' : process.platform}-${process.arch}/bin`;
  const path = `${folder}/node${windows ? '.exe' : ''}`;
  return existsSync(path) ? path : undefined;
}

/** Runs the same command on `node`, passes on its signals, and exits with its code. */
function runOn(node) {
  // A script that starts a program by the name `node` gets the same one.
  const PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  const child = spawn(node, [...process.execArgv, fileURLToPath(import.meta.url), file, ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH },
  });
  // Not SIGHUP: a terminal sends it to both processes, and the program decides what it means.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`O Node.js de node_modules não começou: ${error.message}\n`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

if (!existsSync(`${root}node_modules/fastify`)) {
  fail('Faltam as dependências. Use "npm ci" e depois "npm start".\n');
}
if (Number.parseInt(process.versions.node, 10) >= 24) {
  // Compiled modules are kept: a start takes a third less time. A folder that is not writable is no error.
  const { enableCompileCache } = await import('node:module');
  const kept = `${root}node_modules/.cache/unipark/compile`;
  enableCompileCache(kept);
  // For the programs that this one starts.
  process.env.NODE_COMPILE_CACHE ??= kept;
  const { findProgram } = await import('./scripts/programs.mjs');
  const program = findProgram(root, file);
  process.argv.splice(1, 2, program);
  await import(pathToFileURL(program).href);
} else {
  const node = installedNode();
  if (node) runOn(node);
  else {
    fail(
      `O UNIPARK precisa do Node.js 24 ou mais novo; este é o ${process.versions.node}.\n` +
        'No Linux e no Windows, "npm ci" traz o certo. No macOS, instale o Node.js 24 antes.\n',
    );
  }
}
