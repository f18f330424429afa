/** Labels of vehicles, from the screen to the paper: sizes of the pages, and a code that is read. */
import { expect, type Page, test } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { type Servidor, signIn, startServer } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
  for (let i = 10; i < 22; i += 1) {
    await servidor.api.post('/db/veiculos', { data: { placa: `ABC1D${i}`, status: 'ATIVO' } });
  }
});
test.afterAll(() => servidor.stop());

/** About 400 dpi: a label printer has 300. */
test.use({ deviceScaleFactor: 4 });

const MM = 72 / 25.4;
/** Width and height of each page of the print, in whole millimetres. */
async function printPages(page: Page): Promise<string[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return [...pdf.matchAll(/\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, largura, altura]) =>
    [largura, altura].map((pontos) => Math.round(Number(pontos) / MM)).join(' × '),
  );
}

/** The text of the code of one label, read from a picture of what is printed. */
async function readCode(page: Page, placa: string): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  const codigo = page.getByRole('article', { name: `Adesivo ${placa}` }).locator('svg');
  const { data, info } = await sharp(await codigo.screenshot())
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background: 'white' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  await page.emulateMedia({ media: 'screen' });
  return decodeQR({ width: info.width, height: info.height, data });
}

test('twelve labels are two sheets or twelve pieces of the roll, and a code opens its vehicle', async ({
  page,
}) => {
  await signIn(page, servidor.url, '/veiculos/adesivos');
  await expect(page.getByRole('article')).toHaveCount(12);
  expect(await printPages(page)).toEqual(['210 × 297', '210 × 297']);

  await page.getByText('Etiqueta de 62 mm').click();
  expect(await printPages(page)).toEqual(Array(12).fill('62 × 38'));

  const endereco = await readCode(page, 'ABC1D15');
  expect(endereco).toBe(`${servidor.url}/veiculos/consultar/ABC1D15`);
  await page.goto(endereco);
  await page.getByRole('dialog', { name: 'Veículo ABC1D15' }).getByText('Adesivo').click();
  await expect(page.getByText('1 adesivo.')).toBeVisible();
});

test('the labels begin at the free place of a used sheet', async ({ page }) => {
  await signIn(page, servidor.url, '/veiculos/adesivos');
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.getByLabel('Primeiro lugar livre da folha').selectOption('Começar no 9º');
  expect(await printPages(page)).toHaveLength(2);
  await page.getByLabel('Primeiro lugar livre da folha').selectOption('Começar no 10º');
  expect(await printPages(page)).toHaveLength(3);
});
