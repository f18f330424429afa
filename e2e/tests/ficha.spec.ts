/** The vehicle's page over the list: its data, the edits in it, and the way back. */
import { expect, type Page, test } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { CONTA, type Servidor, signIn, startServer, toast } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
  const { api } = servidor;
  for (const [matricula, nome] of [
    ['001215', 'Edson Carvalho'],
    ['000777', 'Ana Souza'],
  ]) {
    await api.post('/db/proprietarios', { data: { matricula, nome } });
  }
  for (const [placa, modelo, tipo] of [
    ['HKQ3782', 'GOL 1.6 POWER', '1'],
    ['OQN7010', 'CG 160 FAN', '2'],
    ['RIO2A18', 'CRETA 1.6 16V', '1'],
  ]) {
    await api.post('/db/veiculos', {
      data: {
        placa,
        modelo,
        tipo,
        status: 'ATIVO',
        cor: 'Branca',
        proprietario_matricula: '001215',
      },
    });
  }
  await api.post('/db/ultimosveiculos', { data: { placa: 'HKQ3782', camera: '1' } });
});
test.afterAll(() => servidor.stop());

const getGaveta = (page: Page, placa: string) =>
  page.getByRole('dialog', { name: `Veículo ${placa}`, exact: true });

test('owner, city and format are changed by the keyboard; the history shows who and when', async ({
  page,
}) => {
  const { url } = servidor;
  await signIn(page, url, '/veiculos/consultar?q=gol');
  const linha = page.getByRole('row', { name: /^HKQ3782/ });
  await linha.focus();
  await page.keyboard.press('Enter');
  const gaveta = getGaveta(page, 'HKQ3782');
  await expect(gaveta.getByRole('region', { name: 'Proprietário' })).toContainText('Edson');
  await expect(page).toHaveURL(`${url}/veiculos/consultar/HKQ3782?q=gol`);

  await gaveta.getByRole('button', { name: 'Trocar proprietário' }).press('Enter');
  await page.keyboard.type('ana');
  await expect(page.getByRole('option', { name: /Ana Souza/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await gaveta.getByRole('button', { name: 'Salvar' }).press('Enter');
  await expect(toast(page, 'Veículo atualizado com sucesso')).toBeVisible();
  await expect(gaveta.getByRole('region', { name: 'Proprietário' })).toContainText('Ana Souza');
  await expect(gaveta.getByRole('button', { name: 'Trocar proprietário' })).toBeFocused();

  await gaveta.getByRole('button', { name: 'Informar cidade' }).press('Enter');
  await page.keyboard.type('sao joao del');
  await expect(page.getByRole('option', { name: 'São João del Rei - MG' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(gaveta.locator('svg', { hasText: 'MG - SÃO JOÃO DEL REI' })).toBeVisible();
  await gaveta.getByRole('button', { name: 'Salvar' }).press('Enter');
  await expect(gaveta.getByRole('button', { name: 'Alterar cidade' })).toBeFocused();

  await gaveta.getByRole('button', { name: /^Atualizar para o padrão/ }).press('Enter');
  const pergunta = page.getByRole('alertdialog');
  await pergunta.getByRole('button', { name: 'Atualizar placa' }).press('Enter');
  const nova = getGaveta(page, 'HKQ3H82');
  // The button that asked disappears with the old plate; the focus stays in the sheet.
  const isFocusInside = () => nova.evaluate((sheet) => sheet.contains(document.activeElement));
  await expect.poll(isFocusInside).toBe(true);
  await expect(page).toHaveURL(`${url}/veiculos/consultar/HKQ3H82?q=gol`);

  const historia = nova.getByRole('region', { name: 'Histórico' });
  const alteracoes = historia.getByRole('listitem').filter({ hasText: `por ${CONTA.name}` });
  await expect(alteracoes).toHaveCount(4);
  for (const texto of [/padrão Mercosul/, /Cidade/, /Proprietário/, /Veículo cadastrado/]) {
    const alteracao = alteracoes.filter({ hasText: texto }).first();
    await expect(alteracao.locator('time')).toHaveText(/^\d\d:\d\d$/);
  }
  await historia.getByRole('button', { name: /Câmera 1/ }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Passagem' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(historia.getByRole('button', { name: /Câmera 1/ })).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(nova).toBeHidden();
  await expect(page).toHaveURL(`${url}/veiculos/consultar?q=gol`);
  await expect(page.getByRole('row', { name: /^HKQ3H82/ })).toBeFocused();
});

test('a press on the row opens it, back closes it, and its address opens it too', async ({
  page,
}) => {
  const { url } = servidor;
  await signIn(page, url, '/veiculos/consultar');
  await page.getByText('CRETA 1.6 16V').click();
  await expect(getGaveta(page, 'RIO2A18')).toBeVisible();
  await page.goBack();
  await expect(getGaveta(page, 'RIO2A18')).toBeHidden();
  await page.goto(`${url}/veiculos/consultar/oqn-7010`);
  await expect(getGaveta(page, 'OQN7010').getByText('CG 160 FAN').first()).toBeVisible();
  // The list below may still be loading, with the row that gets the focus.
  await expect(page.locator('[data-row="OQN7010"]')).toBeAttached();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${url}/veiculos/consultar`);
  await expect(page.getByRole('row', { name: /^OQN7010/ })).toBeFocused();
});

test('two windows: the second choice of an owner asks about the first', async ({
  page,
  context,
}) => {
  const { url } = servidor;
  await signIn(page, url);
  const outra = await context.newPage();
  for (const janela of [page, outra]) {
    await janela.goto(`${url}/veiculos/consultar/RIO2A18`);
    await janela.getByRole('button', { name: 'Trocar proprietário' }).click();
    await janela.keyboard.type('ana');
    await janela.getByRole('option', { name: /Ana Souza/ }).click();
  }
  await outra.getByRole('button', { name: 'Remover proprietário' }).click();
  await expect(toast(outra, 'Veículo atualizado com sucesso')).toBeVisible();
  await page.getByRole('button', { name: 'Salvar' }).click();
  const conflito = page.getByRole('dialog', { name: 'Este veículo foi alterado por outra pessoa' });
  await expect(conflito).toContainText('Ana Souza · 000777');
  await expect(conflito).toContainText('Não informado');
  await conflito.getByRole('button', { name: 'Usar a minha' }).click();
  await expect(page.getByRole('region', { name: 'Proprietário' })).toContainText('Ana Souza');
});

test('axe with nothing open, with both forms open, and without a vehicle', async ({ page }) => {
  await signIn(page, servidor.url, '/veiculos/consultar/OQN7010');
  const gaveta = getGaveta(page, 'OQN7010');
  await expect(gaveta.getByText('Veículo cadastrado')).toBeVisible();
  await expectClean(page);
  await gaveta.getByRole('button', { name: 'Trocar proprietário' }).click();
  await gaveta.getByRole('button', { name: /cidade$/ }).click();
  await expectClean(page);
  await page.goto(`${servidor.url}/veiculos/consultar/AAA1A11`);
  await expect(page.getByText('O veículo AAA1A11 não está cadastrado.')).toBeVisible();
  await expectClean(page);
});

test('on a phone it fills the screen, and nothing scrolls sideways', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, servidor.url);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`${servidor.url}/veiculos/consultar/OQN7010`);
    const gaveta = getGaveta(page, 'OQN7010');
    await expect(gaveta.getByText('Veículo cadastrado')).toBeVisible();
    await gaveta.getByRole('button', { name: 'Trocar proprietário' }).click();
    expect(await gaveta.boundingBox()).toMatchObject({ x: 0, y: 0, width, height: 700 });
    const sobra = await gaveta.evaluate((folha) =>
      Math.max(
        ...[folha, ...folha.querySelectorAll('*')]
          .filter((parte) => /auto|scroll/.test(getComputedStyle(parte).overflowX))
          .map((parte) => parte.scrollWidth - parte.clientWidth),
      ),
    );
    expect(sobra).toBe(0);
    await expect(gaveta.getByRole('button', { name: 'Editar' })).toBeInViewport();
  }
});
