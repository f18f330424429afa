/** A forbidden car at the gate: its alarm shows in every tab and sounds once, in one tab. */
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

/** The alarm is two tones, played twice. */
const TONS = 4;

const count = (page: Page) =>
  page.addInitScript(() => {
    const { createOscillator } = AudioContext.prototype;
    Object.assign(window, { tons: 0 });
    AudioContext.prototype.createOscillator = function (this: AudioContext) {
      (window as unknown as { tons: number }).tons += 1;
      return createOscillator.call(this);
    };
  });
const countTons = (page: Page) =>
  page.evaluate(() => (window as unknown as { tons: number }).tons) as Promise<number>;
const getFaixa = (page: Page) => page.getByRole('alert').filter({ hasText: 'PROIBIDO' });

test('the alarm sounds in one tab, once; Ciente in one tab closes the banner in both', async ({
  context,
}) => {
  const [a, b] = [await context.newPage(), await context.newPage()];
  await Promise.all([count(a), count(b)]);
  await signIn(a, servidor.url);
  for (const aba of [a, b]) {
    await aba.goto(`${servidor.url}/aovivo`);
    await expect(aba.getByText(/^ao vivo/).first()).toBeVisible();
    await expect(aba.getByRole('button', { name: 'Som ligado' })).toBeVisible();
  }
  await servidor.api.post('/db/ultimosveiculos', { data: { placa: 'QXJ0D52', camera: '1' } });
  await Promise.all([expect(getFaixa(a)).toBeVisible(), expect(getFaixa(b)).toBeVisible()]);
  const countAllTons = async () => (await countTons(a)) + (await countTons(b));
  await expect.poll(countAllTons).toBe(TONS);
  // By then each tab has had its turn to sound.
  await a.waitForTimeout(1_500);
  expect(await countAllTons()).toBe(TONS);

  await b.reload();
  await expect(getFaixa(b)).toBeVisible();
  await b.waitForTimeout(1_500);
  expect(await countTons(b)).toBe(0);

  await b.getByRole('button', { name: 'Ciente QXJ0D52' }).click();
  await Promise.all([expect(getFaixa(a)).toBeHidden(), expect(getFaixa(b)).toBeHidden()]);
});

test('sound switched off in one tab is off in all tabs', async ({ page }) => {
  await signIn(page, servidor.url, '/aovivo');
  await page.getByRole('button', { name: 'Som ligado' }).click();
  await expect(page.getByRole('button', { name: 'Som desligado' })).toBeVisible();
  const outra = await page.context().newPage();
  await outra.goto(`${servidor.url}/aovivo`);
  await expect(outra.getByRole('button', { name: 'Som desligado' })).toBeVisible();
  await outra.getByRole('button', { name: 'Som desligado' }).click();
  await expect(page.getByRole('button', { name: 'Som ligado' })).toBeVisible();
});
