/** Small screens: what stays in one line, what stays in sight, and what must not move. */
import { expect, type Page, test } from '@playwright/test';
import { type Servidor, signIn, startServer } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
  const { api } = servidor;
  await api.post('/db/proprietarios', { data: { matricula: '77', nome: 'Ana Souza' } });
  for (const placa of ['RIO2A18', 'RIO2A19']) {
    const data = { placa, tipo: '1', status: 'ATIVO', proprietario_matricula: '77' };
    await api.post('/db/veiculos', { data });
    await api.post('/db/ultimosveiculos', { data: { placa, camera: '1', sentido: 'entrada' } });
  }
});
test.afterAll(() => servidor.stop());

test('Ao Vivo has its three buttons in one line at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, servidor.url);
  await page.goto(`${servidor.url}/aovivo`);
  const painel = page.getByRole('region', { name: 'Últimos veículos' });
  const titulo = await painel.getByRole('heading', { name: 'Últimos veículos' }).boundingBox();
  const botoes = [
    painel.getByRole('link', { name: 'Portaria' }),
    painel.getByRole('button', { name: /Som/ }),
    painel.getByRole('button', { name: 'Tela cheia' }),
  ];
  for (const botao of botoes) {
    const caixa = await botao.boundingBox();
    expect(caixa?.y).toBe((await botoes[0]?.boundingBox())?.y);
    expect(caixa?.height).toBe(44);
    expect(caixa?.x).toBeGreaterThan((titulo?.x ?? 0) + (titulo?.width ?? 0));
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

/** The sum of all layout shifts of the page so far, those after a press included. */
const sumShifts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            list
              .getEntries()
              .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
          ),
        ).observe({ type: 'layout-shift', buffered: true });
        // Without a shift there is no call.
        setTimeout(() => resolve(0), 500);
      }),
  );

test("nothing moves while a vehicle's page gets its parts on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, servidor.url);
  // The number of the owner's vehicles arrives after everything else.
  await page.route('**/db/proprietarios/77', async (rota) => {
    await new Promise((later) => setTimeout(later, 1_000));
    await rota.continue();
  });
  await page.goto(`${servidor.url}/veiculos/consultar/RIO2A18`);
  const gaveta = page.getByRole('dialog');
  await expect(gaveta.getByText('Veículo cadastrado')).toBeVisible();
  await expect(gaveta.getByRole('link', { name: 'Tem mais 1 veículo' })).toBeVisible();
  expect(await sumShifts(page)).toBeLessThan(0.002);
});
