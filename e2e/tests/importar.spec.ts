/** Importar: a file with errors is corrected in its preview, written, and undone. */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { listViolations } from '../axe.ts';
import { type Servidor, signIn, startServer } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
  const { api } = servidor;
  await api.post('/db/proprietarios', { data: { matricula: '202310457', nome: 'Ana Souza' } });
  await api.post('/db/veiculos', { data: { placa: 'GXA4F71', modelo: 'ARGO 1.0', cor: 'Azul' } });
});
test.afterAll(() => servidor.stop());

const FROTA = [
  'Placa;Modelo do veículo;Cor;RA;Situação',
  'HKQ378;GOL 1.6 POWER;Branca;202310457;ATIVO',
  'RNE5C66;SPIN 1.8 PREMIER;Azul;2023174;ATIVO',
  'GXA-4F71;ARGO DRIVE 1.0;Vermelha;202310457;ATIVO',
  'ABC1D23;ONIX PLUS 1.0 TURBO;Prata;202310457;ATIVO',
].join('\r\n');

const sendFrota = (page: Page, conteudo = FROTA) =>
  page.getByLabel('Arquivo para importar').setInputFiles({
    name: 'frota-2026-2.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(conteudo, 'latin1'),
  });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function expectAccessible(page: Page): Promise<void> {
  await page.waitForTimeout(400);
  expect(await listViolations(page)).toEqual([]);
}

test('a file with errors is corrected, imported and undone', async ({ page }) => {
  const { url, api } = servidor;
  await signIn(page, url, '/veiculos/consultar');
  await page.getByRole('link', { name: 'Importar' }).click();
  await expect(page.getByRole('heading', { name: 'Importar veículos' })).toBeVisible();
  await expect(page.getByText(/^CSV ou XLSX, até 20 MB e 200\.000 linhas/)).toBeVisible();
  await expectAccessible(page);

  await sendFrota(page, 'Placa\n');
  await expect(page.getByRole('alert')).toContainText('O arquivo só tem o cabeçalho');
  await sendFrota(page);
  await expect(page.getByLabel('Campo da coluna D, RA')).toHaveValue('proprietario_matricula');
  await expectAccessible(page);
  await button(page, 'Ver prévia').click();

  await button(page, /^Com erro 3$/).click();
  await expect(page.getByText('Matrícula não cadastrada · célula D3')).toBeVisible();
  await expectAccessible(page);
  // The server knows the step: a reload, with the tab that was open.
  await page.reload();
  const placa = page.getByLabel('Placa da linha 2');
  await placa.fill('HKQ3789');
  await placa.press('Enter');
  await expect(page.getByText('Era HKQ378 · célula A2')).toBeVisible();
  const outra = page.getByLabel('Placa da linha 4');
  await outra.fill('GXA4F71');
  await outra.press('Enter');
  await expect(page.getByText('ARGO 1.0 → ARGO DRIVE 1.0')).toBeVisible();
  const baixa = page.waitForEvent('download');
  await button(page, 'Baixar linhas com erro').click();
  const arquivo = await baixa;
  expect(arquivo.suggestedFilename()).toMatch(/^linhas-rejeitadas-\d+\.xlsx$/);
  expect((await readFile(await arquivo.path())).toString('latin1', 0, 2)).toBe('PK');
  expect((await api.get('/db/veiculos/ABC1D23')).status()).toBe(404);
  await button(page, 'Importar 3 linhas').click();

  await expect(page.getByRole('heading', { name: 'Importação concluída' })).toBeVisible();
  await expectAccessible(page);
  expect(await (await api.get('/db/veiculos/GXA4F71')).json()).toMatchObject({ cor: 'Vermelha' });
  expect((await api.get('/db/veiculos/HKQ3789')).status()).toBe(200);
  await button(page, 'Desfazer importação').click();
  await button(page, 'Desfazer').last().click();
  await expect(page.getByRole('heading', { name: 'Importação desfeita' })).toBeVisible();
  expect(await (await api.get('/db/veiculos/GXA4F71')).json()).toMatchObject({ cor: 'Azul' });
  expect((await api.get('/db/veiculos/HKQ3789')).status()).toBe(404);
});
