import { expect, type Page, test } from '@playwright/test';
import { type Servidor, signIn, startServer } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
  for (let i = 10; i < 70; i += 1) {
    await servidor.api.post('/db/veiculos', { data: { placa: `ABC1D${i}`, status: 'ATIVO' } });
  }
  await servidor.api.post('/db/proprietarios', { data: { matricula: '77', nome: 'Ana Souza' } });
  await servidor.api.put('/db/veiculos/ABC1D10', {
    data: { proprietario_matricula: '77', cor: 'Azul' },
  });
  await servidor.api.post('/db/ultimosveiculos', { data: { placa: 'ABC1D10', camera: '1' } });
});
test.afterAll(() => servidor.stop());

const colorsOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    return [color, backgroundColor];
  });

test('a list is printed as a document, black on white in the dark theme', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('unipark.tema', 'escuro'));
  await signIn(page, servidor.url, '/veiculos/consultar?limite=100&status=ATIVO');
  await expect(page.getByRole('row')).toHaveCount(61);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page.getByText(/^Impresso em /)).toBeHidden();

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^Impresso em \d\d\/\d\d\/\d{4} - \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText('Filtro: status ATIVO')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const hidden of ['header', '#rodape', '#menu', '[role="search"]', '.data-table .footer']) {
    await expect(page.locator(hidden).first()).toBeHidden();
  }
  await expect(page.getByRole('button', { name: 'Excluir veículo ABC1D10' })).toBeHidden();
  expect(await colorsOf(page, 'html')).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  const head = page.locator('thead');
  expect(await head.evaluate((element) => getComputedStyle(element).display)).toBe(
    'table-header-group',
  );
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Exportar' }).click();
  await expect(page.getByRole('dialog', { name: 'Exportar a lista' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('dialog', { name: 'Exportar a lista' })).toBeHidden();
  await expect(page.getByRole('row')).toHaveCount(61);
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type ?\/Page\b/g);
  expect(pages?.length).toBe(3);
});

test('an open vehicle is printed without the list below it', async ({ page }) => {
  await signIn(page, servidor.url, '/veiculos/consultar/ABC1D10');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Veículo ABC1D10' })).toBeVisible();
  await expect(page.locator('main')).toBeHidden();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Fechar' })).toBeHidden();
});

test('an owner is printed with the vehicles, and a passage without its buttons', async ({
  page,
}) => {
  await signIn(page, servidor.url, '/proprietarios/consultar/77');
  const owner = page.getByRole('dialog', { name: 'Ana Souza' });
  await expect(owner.getByText('ATIVO').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(owner.getByRole('link', { name: /ABC1D10/ })).toBeVisible();
  await expect(owner.getByRole('link', { name: 'Incluir veículo' })).toBeHidden();

  await page.emulateMedia({ media: 'screen' });
  await page.goto(`${servidor.url}/historico`);
  await page.getByRole('button', { name: /^Ver passagem ABC1D10/ }).click();
  const passage = page.getByRole('dialog', { name: 'Passagem' });
  await expect(passage.getByText('Azul')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(passage.getByText('Azul')).toBeVisible();
  for (const button of ['Corrigir placa', 'Fechar']) {
    await expect(passage.getByRole('button', { name: button })).toBeHidden();
  }
  await expect(passage.getByRole('link', { name: 'Abrir cadastro' })).toBeHidden();
  await expect(page.locator('main')).toBeHidden();
});

test('settings and the story of a plate are printed without tabs and buttons', async ({ page }) => {
  await signIn(page, servidor.url);
  for (const [path, shown, hidden] of [
    ['/configuracoes/usuarios', 'Último uso', 'Dispositivos'],
    ['/historico/ABC1D10', 'Passagens e alterações', 'Abrir cadastro'],
  ] as const) {
    await page.goto(servidor.url + path);
    await page.emulateMedia({ media: 'screen' });
    await expect(page.getByRole('link', { name: hidden })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(shown).first()).toBeVisible();
    await expect(page.getByRole('link', { name: hidden })).toBeHidden();
  }
});

test('the home page is printed without the reminder of a second factor', async ({ page }) => {
  await signIn(page, servidor.url, '/home');
  const lembrete = page.getByText('Proteja a administração: ative o segundo fator.');
  await expect(lembrete).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Entradas por hora').first()).toBeVisible();
  await expect(lembrete).toBeHidden();
  // The panels are apart from each other.
  await expect(async () => {
    const grafico = await page.getByRole('region', { name: 'Entradas por hora' }).boundingBox();
    const contadores = await page.locator('main > dl').boundingBox();
    expect(grafico?.y).toBeGreaterThan((contadores?.y ?? 0) + (contadores?.height ?? 0) + 8);
  }).toPass({ timeout: 5_000 });
});

test('a report is printed with its period and the colours of its hours, without its filters', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-impresso', '');
  });
  await signIn(page, servidor.url);
  await page.goto(`${servidor.url}/relatorios`);
  const periodo = page.getByText(/^1 passagem de \d\d\/\d\d\/\d{4} a /);
  await expect(periodo).toBeVisible();
  await page.getByRole('button', { name: 'Imprimir' }).click();
  await expect(page.locator('html[data-impresso]')).toHaveCount(1);

  await page.emulateMedia({ media: 'print' });
  await expect(periodo).toBeVisible();
  await expect(page.getByText('13 semanas')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden();
  const cheia = page.locator('.mapa td[data-forca="5"]');
  await expect(cheia).toHaveText('1');
  expect(
    await cheia.evaluate((celula) => {
      const { color, backgroundColor, printColorAdjust } = getComputedStyle(celula);
      return [color, backgroundColor, printColorAdjust];
    }),
  ).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 'exact']);
});
