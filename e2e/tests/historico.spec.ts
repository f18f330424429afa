/** The history whole in every width, and characters that look alike told apart. */
import { expect, type Page, test } from '@playwright/test';
import { listViolations } from '../axe.ts';
import { type Servidor, signIn, startServer } from '../servidor.ts';

const JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==';
const DIFERE = 'o quarto caractere difere: zero no cadastro, letra O na leitura';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
  const { api } = servidor;
  await api.post('/db/proprietarios', {
    data: { matricula: '1', nome: 'Beatriz Magalhães de Oliveira Vasconcelos' },
  });
  for (const [placa, tipo, modelo, status] of [
    ['MFE0A26', '1', 'HB20S 1.0 COMFORT PLUS', 'PROIBIDO'],
    ['OQN7B10', '2', 'CG 160 FAN', 'ATIVO'],
    ['EEB1504', '1', 'CIVIC SEDAN EXL 2.0 FLEX', 'INDEFINIDO'],
  ]) {
    const data = { placa, tipo, modelo, status, cor: 'Prata', proprietario_matricula: '1' };
    await api.post('/db/veiculos', { data });
  }
  for (const [placa, camera, sentido] of [
    ['OQN7B10', 'Portão Sul da Biblioteca Central', 'saida'],
    ['EEB1504', '2', 'entrada'],
    ['MFE0A26', '3', 'saida'],
    ['XYZ9Z99', '4', 'entrada'],
    ['MFEOA26', '1', 'entrada'],
  ]) {
    await api.post('/db/ultimosveiculos', { data: { placa, camera, sentido, imagem: JPEG } });
  }
  for (const { id } of await (await api.get('/api/alertas')).json()) {
    await api.post(`/api/passagens/${id}/ciente`);
  }
});
test.afterAll(() => servidor.stop());

/** Cells and pictures that leave their row's box, and how far the page is wider than the window. */
const findCut = (page: Page) =>
  page.evaluate(() => {
    const raiz = document.documentElement;
    const fora = [...document.querySelectorAll('.data-table tbody tr')].flatMap((linha) => {
      const { left, right } = linha.getBoundingClientRect();
      return [...linha.querySelectorAll(':is(td, th), .miniatura, .placa, time, a, button, mark')]
        .filter((parte) => {
          const caixa = parte.getBoundingClientRect();
          return caixa.width > 0 && (caixa.left < left - 1 || caixa.right > right + 1);
        })
        .map((parte) => parte.className || parte.tagName);
    });
    const tabela = document.querySelector('.data-table');
    return {
      fora,
      pagina: raiz.scrollWidth - raiz.clientWidth,
      tabela: (tabela?.scrollWidth ?? 0) - (tabela?.clientWidth ?? 0),
    };
  });

/** A table, a table without pictures, cards: what axe sees is one of these. */
const COM_AXE: readonly number[] = [1440, 720, 320];
const TAMANHOS = [
  [1440, 900],
  [1366, 768],
  [1024, 768],
  [768, 1024],
  [720, 900],
  [390, 844],
  [320, 640],
] as const;

test('the history is whole at each width, and axe finds nothing', async ({ page }) => {
  await signIn(page, servidor.url, '/historico');
  for (const [width, height] of TAMANHOS) {
    await page.setViewportSize({ width, height });
    // The narrowest is loaded at its width too.
    if (width === 320) await page.reload();
    const linha = page.getByRole('row', { name: /^MFEOA26/ });
    await expect(linha.locator('mark')).toBeVisible();
    // Between phone and desk widths the words have the room of the picture.
    if (width < 720 || width >= 900) await expect(linha.locator('.miniatura img')).toBeVisible();
    const whole = { fora: [], pagina: 0, tabela: 0 };
    await expect.poll(() => findCut(page), `at ${width} px`).toEqual(whole);
    await expect(linha.locator('mark')).toHaveText('0');
    await expect(linha.locator('mark')).toBeInViewport();
    await expect(linha).toContainText(DIFERE);
    await expect(linha.getByRole('button', { name: /^Ver passagem/ })).toBeInViewport();
    if (COM_AXE.includes(width)) expect(await listViolations(page), `${width} px`).toEqual([]);
  }
});

test('on a phone the filters are one button that opens', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, servidor.url, '/historico?sentido=saida');
  const botao = page.getByRole('button', { name: 'Filtros (1)' });
  await expect(botao).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByLabel('Sentido', { exact: true })).toBeHidden();
  await botao.click();
  await page.getByLabel('Sentido', { exact: true }).selectOption('');
  await expect(page.getByRole('button', { name: 'Filtros', exact: true })).toBeVisible();
  await expect(page.getByText('5 passagens')).toBeVisible();
});

test('new passages are offered by a button, and nothing below it moves', async ({ page }) => {
  await signIn(page, servidor.url, '/historico?sentido=entrada');
  await expect(page.getByText('3 passagens')).toBeVisible();
  const tabela = page.locator('.data-table');
  const antes = await tabela.boundingBox();
  for (const [placa, sentido] of [
    ['AAA1A11', 'entrada'],
    ['BBB2B22', 'entrada'],
    ['CCC3C33', 'saida'],
  ]) {
    await servidor.api.post('/db/ultimosveiculos', { data: { placa, camera: '1', sentido } });
  }
  const novas = page.getByRole('button', { name: /^2 novas/ });
  await expect(novas).toBeVisible();
  expect(await tabela.boundingBox()).toEqual(antes);
  await novas.click();
  await expect(page.getByRole('row', { name: /^BBB2B22/ })).toBeVisible();
  await expect(novas).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

for (const [width, height] of [
  [1366, 768],
  [1024, 768],
  [390, 844],
] as const) {
  test(`a card at ${width} px has the marked plate, camera and direction, and its status once`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const placa = `MFEOA2${width % 7}`;
    await servidor.api.post('/db/veiculos', { data: { placa: placa.replace('O', '0') } });
    await servidor.api.post('/db/ultimosveiculos', {
      data: { placa, camera: '2', sentido: 'entrada' },
    });
    await signIn(page, servidor.url, '/aovivo');
    const cartao = page.getByRole('button', { name: new RegExp(`^${placa}`) });
    await expect(cartao).toContainText('Câmera 2 · Entrada');
    await expect(cartao).toContainText(DIFERE);
    expect(((await cartao.textContent()) ?? '').split('Não cadastrado')).toHaveLength(2);
    const marca = await cartao.locator('mark').boundingBox();
    const caixa = await cartao.boundingBox();
    expect((marca?.x ?? 0) + (marca?.width ?? 0)).toBeLessThan(
      (caixa?.x ?? 0) + (caixa?.width ?? 0),
    );
    expect(await listViolations(page)).toEqual([]);
  });
}
