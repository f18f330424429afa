/**
 * S10: markup in every text of the register. The server gives it as data, the page has no place that
 * takes text for markup, and its policy runs nothing else. When it is asked for, the journey
 * `textosHostis` opens every screen in a browser too.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Dubles } from '../../server/src/appDeps.ts';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import { query } from '../../server/test/query.ts';
import { GOLPES } from '../injecao/golpes.ts';
import { createCount, describeRow, type Measure } from '../row.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What turns a text into markup or code. */
const SINKS =
  /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|srcDoc|\beval\(|new Function\(/;
const PLANTED = '/db/plantada';
const PAGE = '<!doctype html><title>UNIPARK</title>';

const placaOf = (i: number): string => `XSS${i % 10}A${10 + i}`;

const searchOf = (golpe: string): string => `/db/veiculos/busca?q=${encodeURIComponent(golpe)}`;

/** Writes each text into every field that takes it. */
async function fill(m: Measure, { request }: TestApp, golpes: readonly string[]) {
  for (const [i, golpe] of golpes.entries()) {
    const [curto, matricula] = [golpe.slice(0, 40), `${i}${golpe}`.slice(0, 32)];
    const dono = await request({
      ...{ method: 'POST', url: '/db/proprietarios' },
      payload: { matricula, nome: golpe },
    });
    m.check(dono.statusCode === 201 && dono.json().nome === golpe, `a name is kept: ${golpe}`);
    const placa = placaOf(i);
    const veiculo = await request({
      ...{ method: 'POST', url: '/db/veiculos' },
      payload: {
        ...{ placa, marca: golpe, modelo: golpe, ano: curto, cor: curto, cidade: golpe },
        ...{ status: curto, proprietario_matricula: matricula },
      },
    });
    m.check(veiculo.statusCode === 201, `a vehicle is kept: ${golpe}`, veiculo.body);
    const [url, camera] = ['/db/ultimosveiculos', golpe.slice(0, 64)];
    await request({ method: 'POST', url, payload: { placa, camera } });
    const motivo = { status: 'PROIBIDO', motivo: golpe };
    await request({ method: 'PUT', url: `/db/veiculos/${placa}`, payload: motivo });
  }
}

/** Every answer with such a text is data, by its type and by the browser's rule. */
async function checkAnswers(m: Measure, { request }: TestApp, more: string[]): Promise<void> {
  const addresses = [
    ...['/db/veiculos', '/db/proprietarios', '/db/ultimosveiculos?limite=100', '/api/passagens'],
    ...['/db/veiculos/busca?q=alert', '/db/proprietarios/busca?q=alert', '/api/auditoria'],
    ...[0, 1, 2, 3, 4].map((i) => `/api/veiculos/${placaOf(i)}/ficha`),
    ...more,
  ];
  let carried = 0;
  for (const url of addresses) {
    const { body, headers } = await request({ url });
    const tipo = String(headers['content-type']);
    if (body.includes('alert(1)')) carried += 1;
    m.check(!/html|xml|javascript/.test(tipo), `${url.slice(0, 60)} is data`, tipo);
    const nosniff = headers['x-content-type-options'] === 'nosniff';
    m.check(nosniff, `${url.slice(0, 60)} is not guessed to be anything else`);
  }
  m.check(carried > 5, 'answers carry the texts', carried);
}

/** The page holds no text of its address, and its policy runs only its own files. */
async function checkPage(m: Measure, { request }: TestApp, golpes: readonly string[]) {
  for (const golpe of golpes) {
    const url = `/veiculos/consultar?q=${encodeURIComponent(golpe)}`;
    const { body } = await request({ url, as: null });
    m.check(body === PAGE, `the page is the same for ${golpe}`, body);
  }
  const { headers } = await request({ url: '/veiculos', as: null });
  const politica = String(headers['content-security-policy']);
  const scripts = /script-src ([^;]*)/.exec(politica)?.[1] ?? '';
  m.check(scripts === "'self'", 'scripts are its own files alone', politica);
  for (const parte of ["object-src 'none'", "base-uri 'none'", "default-src 'none'"]) {
    m.check(politica.includes(parte), `the policy has ${parte}`, politica);
  }
}

function checkSources(m: Measure, more: Record<string, string> = {}): void {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  const sources = Object.fromEntries(
    files.map((file) => [file, readFileSync(ROOT + file, 'utf8')]),
  );
  const found = Object.entries({ ...sources, ...more }).filter(([, text]) => SINKS.test(text));
  m.check(files.length > 300, 'the files of the page are read', files.length);
  m.check(
    found.length === 0,
    'no place takes a text for markup',
    found.map(([file]) => file),
  );
}

/** Every screen in a browser, by the journey of the same texts. */
function checkScreens(m: Measure): void {
  const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (!existsSync(chromium)) {
    m.unmeasured('the screens', 'apt-get install -y chromium');
    return;
  }
  const cli = join(ROOT, 'node_modules/@playwright/test/cli.js');
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--retries=0', 'textosHostis'];
  const env = { ...process.env, CHROMIUM_PATH: chromium, PW_DISABLE_TS_ESM: '1' };
  const { status, stdout } = spawnSync(process.execPath, [cli, ...args], {
    ...{ cwd: ROOT, env, encoding: 'utf8', timeout: 600_000 },
  });
  m.check(status === 0, 'no text runs on any screen', stdout.slice(-1_500));
}

async function examine(
  m: Measure,
  golpes: readonly string[],
  { dubles, more = [] }: { dubles?: Dubles; more?: string[] } = {},
): Promise<void> {
  const site = (dataDir: string): void => {
    mkdirSync(join(dataDir, 'site/assets'), { recursive: true });
    writeFileSync(join(dataDir, 'site/index.html'), PAGE);
  };
  const teste = await buildTestApp({ site, dubles });
  try {
    await fill(m, teste, golpes);
    await checkAnswers(m, teste, [...more, ...golpes.map(searchOf)]);
    await checkPage(m, teste, golpes);
    m.note('texts', golpes.length);
  } finally {
    await teste.close();
  }
}

/** The fault: an answer that builds markup from the register, and a component that takes markup. */
const plant: Dubles['beforeRoutes'] = (app, db) => {
  app.get(PLANTED, { config: { publica: true } }, async (_request, reply) => {
    const [linha] = await query<{ nome: string }>(db, 'select nome from proprietarios limit 1');
    return reply.type('text/html').send(`<p>${linha?.nome}</p>`);
  });
};

describeRow({
  id: 'S10',
  promise: 'text of the register and of an address never runs',
  async run(m) {
    checkSources(m);
    await examine(m, GOLPES);
    m.pick(() => undefined, checkScreens, checkScreens)(m);
  },
  async canary(m) {
    const [componente, resposta] = [createCount(), createCount()];
    checkSources(componente, { 'Nota.tsx': '<p dangerouslySetInnerHTML={{ __html: nome }} />' });
    const poucos = GOLPES.slice(0, 6);
    await examine(resposta, poucos, { dubles: { beforeRoutes: plant }, more: [PLANTED] });
    const found = [componente, resposta].filter(({ failures }) => failures.length > 0);
    m.check(found.length < 2, 'neither a component nor an answer takes text for markup');
  },
});
