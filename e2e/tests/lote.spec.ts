/** Many vehicles at once: all results of a list get a status, which is undone; some are deleted. */
import { expect, type Page, test } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { type Servidor, signIn, startServer, toast } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
  const { api } = servidor;
  await api.post('/db/proprietarios', { data: { matricula: '202310457', nome: 'Ana Souza' } });
  for (let i = 0; i < 30; i += 1) {
    const placa = `ABC1D${String(i).padStart(2, '0')}`;
    await api.post('/db/veiculos', { data: { placa, modelo: 'GOL', status: 'ATIVO' } });
  }
  await api.post('/db/veiculos', { data: { placa: 'XYZ9Z99', modelo: 'UNO', status: 'ATIVO' } });
});
test.afterAll(() => servidor.stop());

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const box = (page: Page, placa: string) =>
  page.getByRole('checkbox', { name: `Selecionar veículo ${placa}` });

async function countStatus(status: string): Promise<number> {
  const veiculos = await (
    await servidor.api.get(`/db/veiculos?status=${status}&limite=100`)
  ).json();
  return veiculos.length;
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('the bar and each dialog are accessible in both themes', async ({ page }) => {
  const { url } = servidor;
  await signIn(page, url, '/veiculos/consultar?q=uno');
  await box(page, 'XYZ9Z99').click();
  await expect(page.getByText('1 selecionado')).toBeVisible();
  await expectClean(page);
  for (const rotulo of ['Mudar status', 'Trocar proprietário', 'Excluir']) {
    await button(page, rotulo).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectClean(page);
    await closeDialog(page);
  }
});

test('all results get a status, which is undone; then two are deleted', async ({ page }) => {
  const { url } = servidor;
  await signIn(page, url, '/veiculos/consultar?q=gol');
  const primeira = page.getByRole('row', { name: /^ABC1D00/ });
  await expect(primeira).toBeVisible();
  const antes = await primeira.boundingBox();
  await box(page, 'ABC1D00').click();
  await expect(page.getByRole('region', { name: 'Veículos selecionados' })).toBeVisible();
  expect(await primeira.boundingBox()).toEqual(antes);
  await button(page, 'Selecionar todos os 30 resultados').click();
  await expect(page.getByText('Todos os 30 selecionados')).toBeVisible();
  await button(page, 'Mudar status').click();
  const dialogo = page.getByRole('dialog', { name: 'Mudar status' });
  await dialogo.getByLabel('Status').selectOption('PROIBIDO');
  await dialogo.getByLabel('Motivo (opcional)').fill('Fim do contrato');
  await dialogo.getByRole('button', { name: 'Mudar status' }).click();
  await expect(toast(page, '30 veículos com o status PROIBIDO.')).toBeVisible();
  expect([await countStatus('PROIBIDO'), await countStatus('ATIVO')]).toEqual([30, 1]);
  await button(page, 'Desfazer').click();
  await expect(toast(page, 'Desfeito em 30 veículos.')).toBeVisible();
  expect([await countStatus('PROIBIDO'), await countStatus('ATIVO')]).toEqual([0, 31]);

  await box(page, 'ABC1D03').click();
  await box(page, 'ABC1D04').click();
  await button(page, 'Excluir').click();
  const excluir = page.getByRole('dialog', { name: 'Excluir 2 veículos' });
  await excluir.getByRole('button', { name: 'Excluir' }).click();
  await expect(excluir.getByText('Digite o número de veículos: 2.')).toBeVisible();
  await excluir.getByLabel('Digite 2 para confirmar').fill('2');
  await excluir.getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page, '2 veículos excluídos.')).toBeVisible();
  expect(await countStatus('ATIVO')).toBe(29);
  await expect(page.getByRole('row', { name: /^ABC1D03/ })).toHaveCount(0);
});

test('on a phone the cards have boxes, and the bar keeps the page in reach', async ({ page }) => {
  const { url } = servidor;
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, url, '/veiculos/consultar');
  await box(page, 'ABC1D00').click();
  await expect(page.getByText('1 selecionado')).toBeVisible();
  await page.locator('label', { hasText: 'Selecionar a página' }).click();
  await expect(page.getByText('25 selecionados')).toBeVisible();
  const largura = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(largura).toBe(390);
  await page.goto(`${url}/veiculos/consultar?q=uno`);
  await box(page, 'XYZ9Z99').click();
  await expectClean(page);
});
