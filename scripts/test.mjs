/**
 * `npm test`: the checks, every test, the journeys in a real browser; ends with the count. With
 * `unit` or `e2e`, that part alone; the arguments after it go to the test runner.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.mjs';
import { buildAll } from './programs.mjs';
import { ensureTools } from './tools.mjs';

const raiz = fileURLToPath(new URL('..', import.meta.url));
/** Memory where there is enough of it: on a disk each commit of a test waits. */
function temporaryFolder() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > 4e9) return '/dev/shm';
  } catch {}
  return tmpdir();
}

const TMPDIR = temporaryFolder();
/** As `npm start` keeps them: the tests start a hundred servers. */
const NODE_COMPILE_CACHE = join(raiz, 'node_modules/.cache/unipark/compile');
const pasta = mkdtempSync(join(TMPDIR, 'unipark-testes-'));
const total = { passed: 0, failed: 0 };
/**
 * The lines of the report: each phase with its seconds, each test that failed or passed at its
 * second try.
 */
const resumo = [];

function run(titulo, argumentos, env = {}) {
  console.log(`\n== ${titulo}`);
  const inicio = Date.now();
  const { status } = spawnSync(process.execPath, argumentos, {
    cwd: raiz,
    stdio: 'inherit',
    env: { ...process.env, TMPDIR, NODE_COMPILE_CACHE, ...env },
  });
  resumo.push(`${titulo}: ${Math.round((Date.now() - inicio) / 1_000)} s`);
  return status === 0;
}

function count(arquivo, ler) {
  try {
    const { passed, failed, casos } = ler(JSON.parse(readFileSync(join(pasta, arquivo), 'utf8')));
    total.passed += passed;
    total.failed += failed;
    for (const { estado, onde, nome } of casos) resumo.push(`${estado}: ${onde} › ${nome}`);
  } catch {
    console.error(`Sem resultado: ${arquivo}`);
    total.failed += 1;
  }
}

/**
 * The tests of vitest that did not pass at the first try, and what the system did not allow to be
 * measured.
 */
const casosDoVitest = ({ testResults }) =>
  testResults.flatMap(({ name, status, assertionResults }) => {
    const onde = relative(raiz, name);
    const casos = assertionResults.flatMap(({ status, failureMessages, fullName, meta }) => {
      const [primeira = ''] = failureMessages.map((texto) => texto.split('\n')[0].slice(0, 300));
      const estado = status === 'failed' ? 'falhou' : primeira && 'passou na segunda tentativa';
      const naoMedido = (meta?.missing ?? []).map((nome) => ({ estado: 'não medido', onde, nome }));
      return [
        ...(estado ? [{ estado, onde, nome: `${fullName} (${primeira})` }] : []),
        ...naoMedido,
      ];
    });
    const semTestes = status === 'failed' && casos.length === 0;
    return semTestes ? [{ estado: 'falhou', onde, nome: 'o arquivo' }] : casos;
  });

const casosDoPlaywright = (suites) =>
  suites.flatMap(({ specs = [], suites: dentro = [] }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status }) => ({
          estado: status === 'flaky' ? 'passou na segunda tentativa' : 'falhou',
          onde: join('e2e/tests', file),
          nome: title,
        })),
    ),
    ...casosDoPlaywright(dentro),
  ]);

const [parte, ...filtros] = process.argv.slice(2);

function check() {
  if (run('Tipos, estilo, camadas, código morto', ['scripts/check.mjs'])) {
    total.passed += 1;
    return;
  }
  total.failed += 1;
  resumo.push('falhou: npm run check');
}

async function unit() {
  await buildAll(raiz);
  ensureTools();
  const ok = run('Unidades, API e telas', [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(pasta, 'vitest.json')}`,
    ...filtros,
  ]);
  count('vitest.json', (relato) => ({
    passed: relato.numPassedTests,
    failed: relato.numFailedTests || (ok ? 0 : Math.max(relato.numFailedTestSuites, 1)),
    casos: casosDoVitest(relato),
  }));
}

async function e2e() {
  await buildAll(raiz);
  const CHROMIUM_PATH = ensureBrowser() ?? '';
  const ok = run(
    'Jornadas no navegador',
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'e2e/playwright.config.ts',
      ...filtros,
    ],
    {
      CHROMIUM_PATH,
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(pasta, 'playwright.json'),
      // Node.js takes the types away, in a fifth of the time of Playwright's own compiler.
      PW_DISABLE_TS_ESM: '1',
    },
  );
  count('playwright.json', ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected || (ok ? 0 : 1),
    casos: casosDoPlaywright(suites),
  }));
}

const PARTES = { check, unit, e2e };
for (const [nome, rodar] of Object.entries(PARTES)) {
  if (parte === undefined || parte === nome) await rodar();
}

rmSync(pasta, { recursive: true, force: true });
console.log(
  `\n${[...new Set(resumo)].join('\n')}\n\n${total.passed} passed, ${total.failed} failed`,
);
process.exit(total.failed === 0 ? 0 : 1);
