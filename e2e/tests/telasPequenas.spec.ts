/** Small screens: what stays in one line, what stays in sight, and what must not move. */
import { expect, test } from '@playwright/test';
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
