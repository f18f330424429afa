/** A forbidden car at the gate, in a real browser: seen in every tab, heard in one, once. */
import { expect, type Page, test } from '@playwright/test';
import { type Servidor, signIn, startServer } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
  await servidor.api.post('/db/veiculos', {
    data: { placa: 'QXJ0D52', status: 'PROIBIDO', tipo: '1', modelo: 'HB20S 1.0' },
  });
});
test.afterAll(() => servidor.stop());

/** Two tones, twice. */
const TONS = 4;

/** Counts the tones a page plays. */
const count = (page: Page) =>
  page.addInitScript(() => {
    const { createOscillator } = AudioContext.prototype;
    Object.assign(window, { tons: 0 });
    AudioContext.prototype.createOscillator = function (this: AudioContext) {
      (window as unknown as { tons: number }).tons += 1;
      return createOscillator.call(this);
    };
  });
const tons = (page: Page) =>
  page.evaluate(() => (window as unknown as { tons: number }).tons) as Promise<number>;
const faixa = (page: Page) => page.getByRole('alert').filter({ hasText: 'PROIBIDO' });

test('one tab sounds, once; Ciente in one lowers the banner in both', async ({ context }) => {
  const [a, b] = [await context.newPage(), await context.newPage()];
  await Promise.all([count(a), count(b)]);
  await signIn(a, servidor.url);
  for (const aba of [a, b]) {
    await aba.goto(`${servidor.url}/aovivo`);
    await expect(aba.getByText(/^ao vivo/).first()).toBeVisible();
    await expect(aba.getByRole('button', { name: 'Som ligado' })).toBeVisible();
  }
  await servidor.api.post('/db/ultimosveiculos', { data: { placa: 'QXJ0D52', camera: '1' } });
  await Promise.all([expect(faixa(a)).toBeVisible(), expect(faixa(b)).toBeVisible()]);
  const somados = async () => (await tons(a)) + (await tons(b));
  await expect.poll(somados).toBe(TONS);
  // Each tab's turn has passed by now.
  await a.waitForTimeout(1_500);
  expect(await somados()).toBe(TONS);

  await b.reload();
  await expect(faixa(b)).toBeVisible();
  await b.waitForTimeout(1_500);
  expect(await tons(b)).toBe(0);

  await b.getByRole('button', { name: 'Ciente QXJ0D52' }).click();
  await Promise.all([expect(faixa(a)).toBeHidden(), expect(faixa(b)).toBeHidden()]);
});

test('switched off in one tab, the sound is off in all', async ({ page }) => {
  await signIn(page, servidor.url);
  await page.goto(`${servidor.url}/aovivo`);
  await page.getByRole('button', { name: 'Som ligado' }).click();
  await expect(page.getByRole('button', { name: 'Som desligado' })).toBeVisible();
  const outra = await page.context().newPage();
  await outra.goto(`${servidor.url}/aovivo`);
  await expect(outra.getByRole('button', { name: 'Som desligado' })).toBeVisible();
  await outra.getByRole('button', { name: 'Som desligado' }).click();
  await expect(page.getByRole('button', { name: 'Som ligado' })).toBeVisible();
});
