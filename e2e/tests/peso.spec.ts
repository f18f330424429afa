/** The gzipped bytes that a page loads: the budgets of the interface. */

import { gzipSync } from 'node:zlib';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { ALONE, type Servidor, signIn, startServer } from '../servidor.ts';

const KB = 1_000;

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
});
test.afterAll(() => servidor.stop());

/**
 * Gzipped bytes of the scripts and styles that `caminho` loads, with an empty cache, until it is
 * shown. The parts for later are loaded four seconds later, when the page is idle, and do not
 * count.
 */
async function weigh(
  page: Page,
  caminho: string,
): Promise<{ js: number; css: number; fontes: number; arquivos: number }> {
  const pesos = { js: 0, css: 0, fontes: 0, arquivos: 0 };
  const lidos: Promise<void>[] = [];
  page.on('response', (resposta) => {
    const tipo = /\.(js|css|woff2)$/.exec(new URL(resposta.url()).pathname)?.[1];
    if (!tipo) return;
    pesos.arquivos += 1;
    lidos.push(
      resposta.body().then((corpo) => {
        if (tipo === 'woff2') pesos.fontes += corpo.length;
        else pesos[tipo as 'js' | 'css'] += gzipSync(corpo, { level: 9 }).length;
      }),
    );
  });
  await page.goto(servidor.url + caminho);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1_000);
  await Promise.all(lidos);
  console.log(
    `${caminho}: ${Object.entries(pesos)
      .map(([nome, n]) =>
        nome === 'arquivos' ? `${n} files` : `${nome} ${(n / KB).toFixed(1)} kB`,
      )
      .join(', ')}`,
  );
  return pesos;
}

/** Keeps in `formats` which formats of a language the page makes: the first takes 25 ms. */
function watchFormats(): void {
  const formats: string[] = [];
  Object.assign(globalThis, { formats });
  const watch = (place: object, name: string): void => {
    const real = Reflect.get(place, name);
    if (typeof real !== 'function') return;
    Reflect.set(
      place,
      name,
      new Proxy(real, {
        construct(made, list, as) {
          formats.push(name);
          return Reflect.construct(made, list, as);
        },
        apply(called, self, list) {
          formats.push(name);
          return Reflect.apply(called, self, list);
        },
      }),
    );
  };
  for (const name of Object.getOwnPropertyNames(Intl)) watch(Intl, name);
  for (const { prototype } of [Number, Date]) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      if (name.startsWith('toLocale')) watch(prototype, name);
    }
  }
  watch(String.prototype, 'localeCompare');
}

test('the login stays within its budget', async ({ page }) => {
  const { js, css, fontes, arquivos } = await weigh(page, '/');
  expect(arquivos).toBeLessThanOrEqual(10);
  expect(js).toBeGreaterThan(50 * KB);
  expect(js).toBeLessThanOrEqual(125 * KB);
  expect(css).toBeLessThanOrEqual(20 * KB);
  expect(fontes).toBeLessThanOrEqual(45 * KB);
});

/** A browser without a cache, with a session. */
async function openWithSession(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  await signIn(await context.newPage(), servidor.url);
  const storageState = await context.storageState();
  await context.close();
  return (await browser.newContext({ storageState })).newPage();
}

test('the shell with a list stays within its budget', async ({ browser }) => {
  const page = await openWithSession(browser);
  const { js, css, arquivos } = await weigh(page, '/veiculos/consultar');
  expect(arquivos).toBeLessThanOrEqual(12);
  expect(js).toBeLessThanOrEqual(190 * KB);
  expect(css).toBeLessThanOrEqual(20 * KB);
  await page.context().close();
});

test('an empty list makes no format of Intl in a browser that has Temporal', async ({
  browser,
}) => {
  const page = await openWithSession(browser);
  await page.addInitScript(watchFormats);
  await page.goto(`${servidor.url}/veiculos/consultar`);
  await expect(page.getByText('Nenhum veículo encontrado.')).toBeVisible();
  expect(await page.evaluate('typeof Temporal')).toBe('object');
  expect(await page.evaluate('formats')).toEqual([]);
  await page.context().close();
});

test('the files that a screen waits for are asked for before the first file has run', async ({
  browser,
}) => {
  const session = await (await openWithSession(browser)).context().storageState();
  const listEarly = async (
    caminho: string,
    { prepare = '', ...options }: { storageState?: typeof session; prepare?: string } = {},
  ): Promise<(string | undefined)[]> => {
    const page = await (await browser.newContext(options)).newPage();
    await page.addInitScript(prepare);
    await page.route(/assets\/first-/, (route) => route.abort());
    const nomes: (string | undefined)[] = [];
    page.on('request', (pedido) =>
      nomes.push(/assets\/(forms|open|screens|wire)-[^/]*\.js$/.exec(pedido.url())?.[1]),
    );
    // The preloaded files do not hold up the page's load.
    await page.goto(servidor.url + caminho, { waitUntil: 'networkidle' });
    await page.context().close();
    return nomes.filter(Boolean).sort();
  };
  const storageState = session;
  const prepare = `Object.defineProperty(window, 'localStorage', { get() { throw new Error() } })`;
  expect(await listEarly('/veiculos/consultar', { storageState })).toEqual(['screens', 'wire']);
  expect(await listEarly('/privacidade', { storageState })).toEqual([]);
  expect(await listEarly('/veiculos/consultar')).toEqual([]);
  expect(await listEarly('/veiculos/consultar', { storageState, prepare })).toEqual([]);
  expect(await listEarly('/signup')).toEqual(['forms', 'open', 'wire']);
});

test('a passage is painted soon after it is posted', ALONE, async ({ page }) => {
  await signIn(page, servidor.url, '/aovivo');
  await expect(page.getByText(/^ao vivo/).first()).toBeVisible();
  const tempos: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    const placa = `TMP${i % 10}A${String(10 + i)}`;
    const pintada = page.evaluate(
      (texto) =>
        new Promise<number>((resolve) => {
          const check = (): void => {
            if (!document.body.textContent?.includes(texto)) return;
            observador.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
          };
          const observador = new MutationObserver(check);
          observador.observe(document.body, {
            childList: true,
            subtree: true,
            characterData: true,
          });
          check();
        }),
      placa,
    );
    const inicio = Date.now();
    await servidor.api.post('/db/ultimosveiculos', { data: { placa } });
    tempos.push((await pintada) - inicio);
  }
  tempos.sort((a, b) => a - b);
  console.log(`posted → painted: p50 ${tempos[10]} ms, p95 ${tempos[18]} ms, max ${tempos[19]} ms`);
  expect(tempos[18]).toBeLessThanOrEqual(600);
});
