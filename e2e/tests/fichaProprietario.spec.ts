/** The owner's page over the list, the way from the search to a row, and the place after a delete. */
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
  for (const placa of ['HKQ3782', 'RIO2A18']) {
    const data = { placa, modelo: 'GOL', status: 'ATIVO', proprietario_matricula: '001215' };
    await api.post('/db/veiculos', { data });
  }
  await api.post('/db/ultimosveiculos', { data: { placa: 'HKQ3782', camera: '1' } });
});
test.afterAll(() => servidor.stop());

const LISTA = '/proprietarios/consultar';
const getGaveta = (page: Page, nome: string) =>
  page.getByRole('dialog', { name: nome, exact: true });

test('from the search to the page and its contact by the keyboard, and back to the row', async ({
  page,
}) => {
  const { url } = servidor;
  await signIn(page, url, LISTA);
  await expect(page.getByRole('row', { name: /^Edson/ })).toContainText('2');
  await page.getByRole('searchbox').fill('edson');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('row', { name: /^Edson/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const gaveta = getGaveta(page, 'Edson Carvalho');
  await expect(page).toHaveURL(`${url}${LISTA}/001215?q=edson`);
  await expect(gaveta.getByRole('region', { name: 'Veículos' }).getByRole('link')).toHaveCount(3);
  await expect(
    gaveta.getByRole('region', { name: 'Últimas passagens' }).getByRole('button'),
  ).toContainText('HKQ3782');

  await gaveta.getByRole('button', { name: 'Informar contato' }).press('Enter');
  await page.keyboard.type('edson@exemplo.com.br');
  await page.keyboard.press('Tab');
  await page.keyboard.type('35 99123 4567');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Proprietário atualizado com sucesso')).toBeVisible();
  await expect(gaveta.getByRole('link', { name: '(35) 99123-4567' })).toBeVisible();
  await expect(gaveta.getByRole('button', { name: 'Alterar contato' })).toBeFocused();
  await expect(gaveta.getByRole('region', { name: 'Histórico' })).toContainText(
    `Cadastro alterado por ${CONTA.name}`,
  );
  await page.keyboard.press('Escape');
  await expect(gaveta).toBeHidden();
  await expect(page).toHaveURL(`${url}${LISTA}?q=edson`);
  await expect(page.getByRole('row', { name: /^Edson/ })).toBeFocused();
});

test('back closes the page; the delete of an owner with vehicles leads to them', async ({
  page,
}) => {
  const { url } = servidor;
  await signIn(page, url, LISTA);
  await page.getByText('Edson Carvalho').click();
  const gaveta = getGaveta(page, 'Edson Carvalho');
  await expect(gaveta).toBeVisible();
  await page.goBack();
  await expect(gaveta).toBeHidden();
  await page.goto(`${url}${LISTA}/001215`);
  await gaveta.getByRole('button', { name: 'Excluir' }).click();
  const pergunta = page.getByRole('alertdialog', { name: 'Excluir proprietário' });
  await expect(pergunta).toContainText('Este proprietário possui 2 veículos.');
  await pergunta.getByRole('button', { name: 'Ver veículos' }).click();
  await expect(page).toHaveURL(`${url}/veiculos/consultar?proprietario=001215`);
  await expect(page.getByRole('row')).toHaveCount(3);
});

test('after the last hit is deleted the focus is on the sentence of the empty list', async ({
  page,
}) => {
  const { url, api } = servidor;
  await api.post('/db/proprietarios', { data: { matricula: '42', nome: 'Zulmira Prado' } });
  await signIn(page, url, `${LISTA}?q=zulmira`);
  await page.getByRole('row', { name: /^Zulmira/ }).focus();
  await page.keyboard.press('Delete');
  const pergunta = page.getByRole('alertdialog', { name: 'Excluir proprietário' });
  await pergunta.getByRole('button', { name: 'Excluir' }).press('Enter');
  await expect(toast(page, 'Proprietário removido com sucesso')).toBeVisible();
  await expect(page.locator(':focus')).toContainText('Nenhum proprietário encontrado.');
});

test('a short term and its hint move nothing', async ({ page }) => {
  await signIn(page, servidor.url, LISTA);
  const tabela = page.getByRole('table');
  await expect(page.getByRole('row', { name: /^Edson/ })).toBeVisible();
  const antes = await tabela.boundingBox();
  await page.getByRole('searchbox').fill('ab');
  await expect(page.getByText('Digite ao menos 3 caracteres')).toBeVisible();
  expect(await tabela.boundingBox()).toEqual(antes);
});

test('axe on the page, with its form open, without an owner, and on an active filter', async ({
  page,
}) => {
  await signIn(page, servidor.url, `${LISTA}/001215`);
  const gaveta = getGaveta(page, 'Edson Carvalho');
  await expect(gaveta.getByText('Proprietário cadastrado')).toBeVisible();
  await expectClean(page);
  await gaveta.getByRole('button', { name: /contato$/ }).click();
  await expectClean(page);
  await page.goto(`${servidor.url}${LISTA}/999`);
  await expect(page.getByText('A matrícula 999 não está cadastrada.')).toBeVisible();
  await expectClean(page);
  await page.goto(`${servidor.url}/veiculos/consultar?proprietario=001215&status=ATIVO`);
  await expect(page.getByRole('row', { name: /^HKQ3782/ })).toBeVisible();
  await expectClean(page);
});

test('on a phone it fills the screen, and nothing scrolls sideways', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, servidor.url);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`${servidor.url}${LISTA}/001215`);
    const gaveta = getGaveta(page, 'Edson Carvalho');
    await expect(gaveta.getByText('Proprietário cadastrado')).toBeVisible();
    await gaveta.getByRole('button', { name: /contato$/ }).click();
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
