/** The page without a network: it opens, answers from this device, and sends what waited. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type Servidor, signIn, startServer } from '../servidor.ts';

test.use({
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
});

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
  for (const [placa, status] of [
    ['RIO2A18', 'ATIVO'],
    ['QXJ0D52', 'PROIBIDO'],
  ]) {
    await servidor.api.post('/db/veiculos', {
      data: { placa, status, tipo: '1', modelo: 'GOL', cor: 'Prata' },
    });
  }
});
test.afterAll(() => servidor.stop());

const countPassagens = async (): Promise<number> =>
  (await (await servidor.api.get('/db/ultimosveiculos')).json()).length;
const readStorage = (page: Page) =>
  page.evaluate(async () => ({
    bancos: (await indexedDB.databases()).map(({ name }) => name),
    chaves: Object.keys(localStorage).filter((chave) => chave.endsWith('.ate')),
  }));

/** Opens the gate screen and waits until this device has the page and the register. */
async function openStored(page: Page): Promise<void> {
  await signIn(page, servidor.url, '/portaria');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(async () => (await readStorage(page)).bancos).toContain('unipark.cadastro');
}

/** Reloads without a network: the stored page, with the policy of the server's own answer. */
async function reloadOffline(page: Page, context: BrowserContext): Promise<void> {
  const daRede = (await page.request.get(`${servidor.url}/portaria`)).headers();
  await context.setOffline(true);
  const resposta = await page.reload();
  expect(resposta?.fromServiceWorker()).toBe(true);
  expect(resposta?.headers()['content-security-policy']).toBe(daRede['content-security-policy']);
  // The keys of a plate go to the field once it has the focus.
  await expect(page.getByRole('textbox', { name: 'Placa' })).toBeFocused();
}

test('without a network: reload, look up a plate, register; with it again: sent once; after its day the copy is gone', async ({
  page,
  context,
}) => {
  await openStored(page);
  await reloadOffline(page, context);
  await page.keyboard.type('RIO2A18');
  await expect(page.locator('.veredito[data-tom="ativo"]')).toContainText('GOL');
  await page.getByRole('button', { name: 'Registrar entrada' }).click();
  await expect(page.getByText('1 a enviar')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 a enviar')).toBeVisible();
  expect(await countPassagens()).toBe(0);
  await context.setOffline(false);
  await expect(page.getByText('1 a enviar')).toBeHidden({ timeout: 20_000 });
  expect(await countPassagens()).toBe(1);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Placa' })).toBeVisible();
  expect(await countPassagens()).toBe(1);

  // The copy of the register does not survive its day, also without a network.
  await page.evaluate(() => localStorage.setItem('unipark.cadastro.ate', String(Date.now() - 1)));
  await reloadOffline(page, context);
  expect((await readStorage(page)).chaves).toEqual([]);
  await page.keyboard.type('RIO2A18');
  await expect(page.getByText(/[Ss]em cadastro guardado neste aparelho/)).toBeVisible();
});

test('signing out without a network deletes what the device keeps of plates', async ({
  page,
  context,
}) => {
  await openStored(page);
  await reloadOffline(page, context);
  expect((await readStorage(page)).chaves).toEqual(['unipark.cadastro.ate']);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await expect.poll(() => readStorage(page)).toEqual({ bancos: [], chaves: [] });
  const guardados = await page.evaluate(async () => {
    const nomes = await caches.keys();
    const caminhos = await Promise.all(
      nomes.map(async (nome) =>
        (await (await caches.open(nome)).keys()).map(({ url }) => new URL(url).pathname),
      ),
    );
    return caminhos.flat();
  });
  expect(guardados.length).toBeGreaterThan(20);
  expect(guardados.filter((caminho) => /^\/(api|db|fipe)\//.test(caminho))).toEqual([]);
  // Without a person signed in, the gate screen does not open.
  await page.goto(`${servidor.url}/portaria`);
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
});

test('the manifest makes the page installable', async ({ page }) => {
  await signIn(page, servidor.url, '/home');
  const manifesto = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    return (await fetch(link?.href ?? '')).json();
  });
  expect(manifesto).toMatchObject({ lang: 'pt-BR', scope: '/', display: 'standalone' });
  expect(manifesto.icons.length).toBeGreaterThan(1);
  for (const { src, sizes } of manifesto.icons) {
    const [largura, altura] = await page.evaluate(async (endereco) => {
      const imagem = new Image();
      imagem.src = endereco;
      await imagem.decode();
      return [imagem.naturalWidth, imagem.naturalHeight];
    }, src);
    expect(`${largura}x${altura}`).toBe(sizes);
  }
});
