/**
 * `npm run bench:web [-- ROUNDS [PAGES]]`: measures every page with Lighthouse (mobile preset), three
 * rounds or as many as are given, and writes the medians to docs/qualidade-web.md; with pages, as
 * /contato, only these, and nothing is written. Exit 1 when a page misses its promise. Lighthouse is
 * installed apart: `npm ci --prefix e2e/lighthouse`.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { CAMERAS_DEMO } from './cameras.ts';
import { SHELL } from './navegador.ts';
import { freePort, signIn, startServer } from './servidor.ts';
import { listSignedInPaths, OPEN_PATHS } from './telas.ts';

const raiz = fileURLToPath(new URL('..', import.meta.url));
const lighthouse = join(raiz, 'e2e/lighthouse/node_modules/lighthouse/cli/index.js');
const [rodadas = '3', ...pedidas] = process.argv.slice(2);
const RODADAS = Number(rodadas);
if (!(RODADAS >= 1)) throw new Error(`'${rodadas}' não é um número de rodadas.`);
const TODAS = [...OPEN_PATHS, ...listSignedInPaths('RIO2A18')];
const PROMESSAS = { performance: 95, accessibility: 100, 'best-practices': 100 };
const MEDIDAS = {
  'LCP s': 'largest-contentful-paint',
  'TBT ms': 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};
interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number; score: number | null; title: string }>;
}
type Line = { caminho: string; notas: Record<string, number>; medidas: number[]; faltas: string[] };

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

if (!existsSync(lighthouse)) {
  console.error('Falta o Lighthouse. Instale com: npm ci --prefix e2e/lighthouse');
  process.exit(1);
}
const pasta = mkdtempSync(join(tmpdir(), 'unipark-qualidade-'));
const porta = await freePort();
const servidor = await startServer({ cameras: CAMERAS_DEMO });
const { api, url } = servidor;
await api.post('/db/proprietarios', { data: { matricula: '202310457', nome: 'Beatriz de Souza' } });
for (let i = 0; i < 40; i += 1) {
  const placa = i === 0 ? 'RIO2A18' : `AAA${i % 10}B${10 + i}`;
  const veiculo = { placa, tipo: '1', modelo: 'CRETA 1.6 16V', cor: 'Branca', status: 'ATIVO' };
  await api.post('/db/veiculos', { data: { ...veiculo, proprietario_matricula: '202310457' } });
  await api.post('/db/ultimosveiculos', { data: { placa, camera: '1', sentido: 'entrada' } });
}
/**
 * A browser of its own for each measurement: in one that has seen the page, the profiler's look at what
 * is compiled already counts as a task of the page, of 100 ms before it is made four times longer.
 */
async function measureOnce(caminho: string): Promise<Report> {
  const perfil = mkdtempSync(join(pasta, 'perfil-'));
  const navegador = await chromium.launchPersistentContext(perfil, {
    ...(SHELL && { executablePath: SHELL }),
    args: ['--no-sandbox', '--disable-dev-shm-usage', `--remote-debugging-port=${porta}`],
  });
  if (!OPEN_PATHS.includes(caminho)) {
    // Lighthouse opens its own tab, which has the session.
    const pagina = await navegador.newPage();
    await signIn(pagina, url, '/home');
    await pagina.close();
  }
  const saida = join(perfil, 'relato.json');
  // In a process beside this one: Playwright has to answer each new tab of its browser meanwhile.
  await promisify(execFile)(process.execPath, [
    ...[lighthouse, url + caminho, `--port=${porta}`, '--disable-storage-reset', '--quiet'],
    ...['--only-categories=performance,accessibility,best-practices'],
    ...['--output=json', `--output-path=${saida}`],
  ]);
  const relato = JSON.parse(readFileSync(saida, 'utf8')) as Report;
  await navegador.close();
  rmSync(perfil, { recursive: true, force: true });
  return relato;
}

const celulas = ({ caminho, notas, medidas: [lcp = 0, tbt = 0, cls = 0] }: Line): string =>
  [
    `\`${caminho}\``,
    ...Object.values(notas),
    (lcp / 1_000).toFixed(1),
    Math.round(tbt),
    cls.toFixed(3),
  ].join(' | ');

async function measure(caminho: string): Promise<Line> {
  const relatos: Report[] = [];
  for (let i = 0; i < RODADAS; i += 1) relatos.push(await measureOnce(caminho));
  const notas = Object.fromEntries(
    Object.keys(PROMESSAS).map((nome) => [
      nome,
      Math.round(median(relatos.map(({ categories }) => categories[nome]?.score ?? 0)) * 100),
    ]),
  );
  const medidas = Object.values(MEDIDAS).map((id) =>
    median(relatos.map(({ audits }) => audits[id]?.numericValue ?? 0)),
  );
  const faltas = Object.entries(PROMESSAS)
    .filter(([nome, minimo]) => (notas[nome] ?? 0) < minimo)
    .map(([nome]) => nome);
  const linha = { caminho, notas, medidas, faltas };
  console.log(`${celulas(linha).replaceAll(' |', ' ·')}${faltas.length ? ' ✕' : ''}`);
  for (const { title, score } of Object.values(relatos[0]?.audits ?? {})) {
    if (faltas.length > 0 && score === 0) console.log(`    ${title}`);
  }
  return linha;
}

const linhas: Line[] = [];
for (const caminho of pedidas.length > 0 ? pedidas : TODAS) linhas.push(await measure(caminho));
await servidor.stop();
rmSync(pasta, { recursive: true, force: true });

const memoria = Math.round(totalmem() / 2 ** 30);
const relatorio = `# Page quality

Lighthouse 13.5, mobile preset (simulated slow 4G, processor four times slower), medians of ${RODADAS} ${RODADAS === 1 ? 'run' : 'runs'},
${cpus().length} cores, ${memoria} GiB, ${new Date().toISOString().slice(0, 10)}. Made by \`npm run bench:web\`. Promised: performance ≥ 95,
accessibility 100, best practices 100.

| Page | Performance | Accessibility | Best practices | ${Object.keys(MEDIDAS).join(' | ')} |
| --- | --- | --- | --- | --- | --- | --- |
${linhas.map((linha) => `| ${celulas(linha)} |`).join('\n')}
`;
if (pedidas.length === 0) writeFileSync(join(raiz, 'docs/qualidade-web.md'), relatorio);
process.exit(linhas.some(({ faltas }) => faltas.length > 0) ? 1 : 0);
