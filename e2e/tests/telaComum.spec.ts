/** The common screen of an office, 1366 × 768: what is in sight without scrolling. */
import { expect, type Page, test } from '@playwright/test';
import { still } from '../axe.ts';
import { type Servidor, signIn, startServer } from '../servidor.ts';

test.use({ viewport: { width: 1366, height: 768 } });

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
  const { api } = servidor;
  for (let i = 0; i < 30; i += 1) {
    const fim = String(i).padStart(2, '0');
    const matricula = `2023104${fim}`;
    const nome = `Beatriz Helena de Souza ${fim}`;
    await api.post('/db/proprietarios', { data: { matricula, nome } });
    await api.post('/db/veiculos', {
      data: {
        placa: i % 3 === 0 ? `HKQ37${fim}` : `ABC1D${fim}`,
        tipo: i % 5 === 0 ? '2' : '1',
        modelo: 'UNO MILLE 1.0 Fire/ F.Flex/ ECONOMY 4p',
        cor: 'Vermelha',
        status: ['ATIVO', 'PROIBIDO', 'INDEFINIDO'][i % 3],
        proprietario_matricula: matricula,
      },
    });
    const placa = i === 29 ? 'ABC1D29' : `XYZ1D${fim}`;
    const camera = String((i % 4) + 1);
    await api.post('/db/ultimosveiculos', { data: { placa, camera, sentido: 'entrada' } });
  }
});
test.afterAll(() => servidor.stop());

const setDensidade = (page: Page, densidade: string) =>
  page.addInitScript((valor) => localStorage.setItem('unipark.densidade', valor), densidade);

/** The whole rows between the table's head and its pager, and the tallest of all rows; none without a pager. */
const measureRows = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (seletor: string) => document.querySelector(seletor)?.getBoundingClientRect();
    const topo = boxOf('.data-table thead')?.bottom ?? 0;
    const fim = Math.min(innerHeight, boxOf('.data-table .footer')?.top ?? 0);
    const linhas = [...document.querySelectorAll('.data-table tbody tr')].map((linha) =>
      linha.getBoundingClientRect(),
    );
    return {
      inteiras: linhas.filter((linha) => linha.top >= topo - 1 && linha.bottom <= fim + 1).length,
      maisAlta: Math.max(...linhas.map(({ height }) => height)),
    };
  });

const LISTAS = [
  ['/veiculos/consultar', 'HKQ3700'],
  ['/proprietarios/consultar', '202310400'],
  ['/historico', 'ABC1D29'],
] as const;
const DENSIDADES = [
  ['confortavel', 10],
  ['compacta', 14],
] as const;

for (const [caminho, texto] of LISTAS) {
  for (const [densidade, minimo] of DENSIDADES) {
    test(`${caminho} shows ${minimo} whole rows, ${densidade}`, async ({ page }) => {
      await setDensidade(page, densidade);
      await signIn(page, servidor.url);
      await page.goto(servidor.url + caminho);
      await page.getByText(texto, { exact: true }).first().waitFor();
      // The rows after the twelfth come in a commit of their own.
      const countRows = async () => (await measureRows(page)).inteiras;
      await expect.poll(countRows).toBeGreaterThanOrEqual(minimo);
      const { inteiras, maisAlta } = await measureRows(page);
      console.log(`${caminho}, ${densidade}: ${inteiras} linhas de até ${maisAlta} px`);
      expect(maisAlta).toBeLessThanOrEqual(44);
      // Search, filters and 'Novo' are one line.
      const alturas = await page
        .getByRole('search')
        .locator('input[type=search], label:has([type=date]), button, a, select')
        .filter({ visible: true })
        .evaluateAll((todos) => todos.map((um) => Math.round(um.getBoundingClientRect().top)));
      expect(new Set(alturas).size).toBe(1);
    });
  }
}

const colourOf = (page: Page, nome: string) =>
  page
    .getByRole('button', { name: nome })
    .evaluate((botao) => [getComputedStyle(botao).color, getComputedStyle(botao).opacity]);

test('the actions of a row are quiet until the row has the pointer or the focus', async ({
  page,
}) => {
  await signIn(page, servidor.url, '/veiculos/consultar');
  const bin = 'Excluir veículo ABC1D01';
  const quieta = await colourOf(page, bin);
  expect(quieta).toEqual(await colourOf(page, 'Editar veículo ABC1D01'));
  expect(quieta[1]).toBe('1');

  await page.getByText('ABC1D01', { exact: true }).hover();
  await expect.poll(() => colourOf(page, bin)).not.toEqual(quieta);
  await page.mouse.move(700, 20);
  await expect.poll(() => colourOf(page, bin)).toEqual(quieta);
  await page.locator('tr[data-row=ABC1D01]').focus();
  await expect.poll(() => colourOf(page, bin)).not.toEqual(quieta);
});

test('on a touch screen the actions are in sight and have 44 px, in rows of 44', async ({
  browser,
}) => {
  for (const densidade of ['confortavel', 'compacta']) {
    const page = await browser.newPage({
      viewport: { width: 1366, height: 768 },
      hasTouch: true,
      isMobile: true,
    });
    await setDensidade(page, densidade);
    await signIn(page, servidor.url, '/veiculos/consultar');
    const bin = page.getByRole('button', { name: 'Excluir veículo ABC1D01' });
    await expect(bin).toBeVisible();
    const caixa = await bin.boundingBox();
    expect(caixa?.width).toBeGreaterThanOrEqual(44);
    expect(caixa?.height).toBeGreaterThanOrEqual(44);
    expect((await measureRows(page)).maisAlta).toBeLessThanOrEqual(44);
    await page.close();
  }
});

/** How much of the page is out of sight, and where the button ends. */
const measureForm = (page: Page) =>
  page.evaluate(() => ({
    falta: document.documentElement.scrollHeight - innerHeight,
    largura: document.documentElement.scrollWidth - innerWidth,
    salvar: document.querySelector('form button[type=submit]')!.getBoundingClientRect().bottom,
  }));

test('the whole registration of a vehicle is in sight, empty, filled in and refused', async ({
  page,
}) => {
  await signIn(page, servidor.url, '/veiculos/cadastrar');
  const placa = page.getByLabel('Placa', { exact: true });
  const expectInSight = async (estado: string) => {
    const medida = await measureForm(page);
    console.log(`Novo Veículo ${estado}: ${JSON.stringify(medida)}`);
    expect(medida.falta).toBeLessThanOrEqual(0);
    expect(medida.largura).toBeLessThanOrEqual(0);
    expect(medida.salvar).toBeLessThanOrEqual(768);
  };
  await placa.waitFor();
  await expectInSight('vazio');

  // Sixteen colours in two rows of eight.
  const topos = await page
    .getByRole('radiogroup', { name: 'Cor' })
    .locator('label')
    .evaluateAll((todos) => todos.map((um) => Math.round(um.getBoundingClientRect().top)));
  const linhas = Map.groupBy(topos, (topo) => topo);
  expect([...linhas.values()].map((linha) => linha.length)).toEqual([8, 8]);

  await page.getByText('Carros e utilitários pequenos').click();
  await placa.fill('hkq9782');
  await page.getByLabel('Proprietário').fill('beatriz');
  await page.getByRole('option', { name: /Souza 07/ }).click();
  await page.getByLabel('Status').selectOption('PROIBIDO');
  await page.getByLabel('Motivo').fill('Furou a cancela em 12/05');
  await expectInSight('preenchido');

  await placa.fill('hkq3700');
  await expect(page.getByText('Placa já cadastrada.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Salvar Veículo' })).toBeDisabled();
  await expectInSight('recusado');

  page.once('dialog', (dialogo) => dialogo.accept());
  await page.reload();
  await expect(page.getByText('Cadastro em andamento recuperado.')).toBeVisible();
  await expectInSight('recuperado');
});

test('choosing a status moves nothing', async ({ page }) => {
  await signIn(page, servidor.url, '/veiculos/cadastrar');
  const status = page.getByLabel('Status');
  await status.waitFor();
  const listBoxes = () =>
    Promise.all([
      status.boundingBox(),
      page.getByLabel('Proprietário').boundingBox(),
      page.getByRole('link', { name: 'Cadastrar novo proprietário' }).boundingBox(),
      page.getByRole('form', { name: 'Novo veículo' }).boundingBox(),
    ]);
  const antes = await listBoxes();
  for (const escolhido of ['ATIVO', 'PROIBIDO', 'INDEFINIDO']) {
    await status.selectOption(escolhido);
    expect(await listBoxes()).toEqual(antes);
  }
});

test('from 1024 px the tools of a list are one line, and so is the bar of chosen vehicles', async ({
  page,
}) => {
  const { url } = servidor;
  await signIn(page, url);
  const heightOf = async (seletor: string) => (await page.locator(seletor).boundingBox())?.height;
  for (const endereco of ['/veiculos/consultar', '/historico']) {
    await page.goto(url + endereco);
    await expect(page.locator('.data-table tbody tr').first()).toBeVisible();
    for (const width of [1024, 1366, 1440]) {
      await page.setViewportSize({ width, height: 768 });
      await still(page);
      expect(await heightOf('form[role=search]'), `${endereco}, ${width}`).toBeLessThan(48);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
  await page.goto(`${url}/veiculos/consultar`);
  await page.getByRole('checkbox', { name: 'Selecionar veículo ABC1D01' }).click();
  for (const width of [720, 1024, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    await still(page);
    await expect(page.getByText('1 selecionado')).toBeVisible();
    expect(await heightOf('.selection-bar'), String(width)).toBeLessThan(68);
    for (const nome of ['Mudar status', 'Trocar proprietário', 'Excluir']) {
      await expect(page.getByRole('button', { name: nome, exact: true })).toBeVisible();
    }
  }
});
