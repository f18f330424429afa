/** `npm test`: the checks, every test, the journeys in a real browser; ends with the count. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.mjs';
import { buildSite } from './site.mjs';
import { ensureVideo } from './video.mjs';

const raiz = fileURLToPath(new URL('..', import.meta.url));
const pasta = mkdtempSync(join(tmpdir(), 'unipark-testes-'));
const total = { passed: 0, failed: 0 };

function run(titulo, argumentos, env = {}) {
  console.log(`\n== ${titulo}`);
  const { status } = spawnSync(process.execPath, argumentos, {
    cwd: raiz,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

function count(arquivo, ler) {
  try {
    const { passed, failed } = ler(JSON.parse(readFileSync(join(pasta, arquivo), 'utf8')));
    total.passed += passed;
    total.failed += failed;
  } catch {
    console.error(`Sem resultado: ${arquivo}`);
    total.failed += 1;
  }
}

if (run('Tipos, estilo, camadas, código morto', ['scripts/check.mjs'])) total.passed += 1;
else total.failed += 1;

await buildSite(raiz);
ensureVideo();

const unitarios = run('Unidades, API e telas', [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(pasta, 'vitest.json')}`,
]);
count('vitest.json', ({ numPassedTests, numFailedTests, numFailedTestSuites }) => ({
  passed: numPassedTests,
  failed: numFailedTests || (unitarios ? 0 : Math.max(numFailedTestSuites, 1)),
}));

const CHROMIUM_PATH = ensureBrowser() ?? '';
const jornadas = run(
  'Jornadas no navegador',
  ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'],
  { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_NAME: join(pasta, 'playwright.json') },
);
count('playwright.json', ({ stats }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected || (jornadas ? 0 : 1),
}));

rmSync(pasta, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
