/**
 * The office's semester, as a new clerk does it: a spreadsheet of owners, one of 5,000 vehicles of
 * which 200 have faults, those again once they are mended, and a label for each vehicle.
 */
import { expect, type Page, test } from '@playwright/test';
import { type Servidor, signIn, startServer } from '../servidor.ts';

const VEICULOS = 5_000;
const ERRADOS = 200;
const POR_IMPRESSAO = 500;
/** What an office may spend on it, with the mending of the spreadsheet by hand. */
const QUINZE_MINUTOS = 900;

test.use({ actionTimeout: 30_000 });

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
});
test.afterAll(() => servidor.stop());

const matricula = (i: number): string => `2026${String(i).padStart(5, '0')}`;
const placa = (i: number): string =>
  `SEM${Math.floor(i / 1_000)}${'ABCDEFGHIJ'[Math.floor(i / 100) % 10]}${String(i % 100).padStart(2, '0')}`;

const DONOS = ['RA;Nome'];
for (let i = 0; i < VEICULOS; i += 1) DONOS.push(`${matricula(i)};Estudante ${i} da Silva`);

const buildLinha = (i: number, campos: { placa?: string; dono?: string } = {}): string =>
  [campos.placa ?? placa(i), 'ONIX 1.0', 'Prata', campos.dono ?? matricula(i), 'ATIVO'].join(';');
const CABECALHO = 'Placa;Modelo;Cor;RA;Status';
/** A plate that was cut, a matrícula that does not exist, a plate that stands twice. */
const FAULTS = [
  (i: number) => buildLinha(i, { placa: placa(i).slice(0, 6) }),
  (i: number) => buildLinha(i, { dono: `9${matricula(i)}` }),
  (i: number) => buildLinha(i, { placa: placa(VEICULOS - 1 - i) }),
];
const linhas = Array.from({ length: VEICULOS }, (_, i) =>
  i < ERRADOS ? (FAULTS[i % FAULTS.length] ?? buildLinha)(i) : buildLinha(i),
);
const FROTA = [CABECALHO, ...linhas];
const MENDED = [CABECALHO, ...Array.from({ length: ERRADOS }, (_, i) => buildLinha(i))];

/** Clicks as a person does, and counts them. */
function createClerk(page: Page) {
  let cliques = 0;
  const click = async (papel: 'button' | 'link', name: string | RegExp) => {
    await page.getByRole(papel, { name }).click();
    cliques += 1;
  };
  return {
    click,
    /** By the menu: its button, the list, and 'Importar' above it. */
    async openImport(tipo: 'proprietarios' | 'veiculos') {
      await page.goto(`${servidor.url}/${tipo}/consultar`);
      cliques += 2;
      await click('link', 'Importar');
    },
    async importFile(name: string, conteudo: string[], escritas: string) {
      await page.getByLabel('Arquivo para importar').setInputFiles({
        ...{ name, mimeType: 'text/csv' },
        buffer: Buffer.from(`\uFEFF${conteudo.join('\r\n')}\r\n`),
      });
      // The button that opens the choice of a file, and the choice.
      cliques += 2;
      await click('button', 'Ver prévia');
      await click('button', `Importar ${escritas} linhas`);
      await expect(page.getByRole('heading', { name: 'Importação concluída' })).toBeVisible({
        timeout: 120_000,
      });
    },
    countCliques: () => cliques,
  };
}

const countPrints = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { impressas: number }).impressas);

test('from the spreadsheets to a label for each vehicle', async ({ page }) => {
  test.setTimeout(900_000);
  const { url, api } = servidor;
  await page.addInitScript(() => {
    const janela = globalThis as unknown as { impressas: number };
    janela.impressas = 0;
    window.print = () => {
      janela.impressas += 1;
    };
  });
  await signIn(page, url);
  const inicio = Date.now();
  const clerk = createClerk(page);
  await clerk.openImport('proprietarios');
  await clerk.importFile('estudantes.csv', DONOS, '5.000');

  await clerk.openImport('veiculos');
  await clerk.importFile('frota.csv', FROTA, '4.800');
  const baixa = page.waitForEvent('download');
  await clerk.click('button', 'Baixar linhas rejeitadas');
  expect((await baixa).suggestedFilename()).toMatch(/^linhas-rejeitadas-\d+\.xlsx$/);

  await clerk.click('link', 'Imprimir adesivos');
  const adesivos = page.getByRole('article');
  const impressoes = Math.ceil((VEICULOS - ERRADOS) / POR_IMPRESSAO);
  for (let i = 0; i < impressoes; i += 1) {
    const de = (i * POR_IMPRESSAO + 1).toLocaleString('pt-BR');
    await expect(page.getByRole('status').filter({ hasText: `Veículos ${de}–` })).toBeVisible();
    await expect(adesivos).toHaveCount(Math.min(POR_IMPRESSAO, 4_800 - i * POR_IMPRESSAO));
    await clerk.click('button', 'Imprimir');
    if (i + 1 < impressoes) await clerk.click('button', 'Próximos');
  }
  await expect(page.getByRole('button', { name: 'Próximos' })).toBeDisabled();
  expect(await countPrints(page)).toBe(impressoes);

  await clerk.openImport('veiculos');
  await clerk.importFile('corrigidas.csv', MENDED, '200');
  await clerk.click('link', 'Imprimir adesivos');
  await expect(adesivos).toHaveCount(ERRADOS);
  await clerk.click('button', 'Imprimir');
  const segundos = Math.round((Date.now() - inicio) / 1_000);
  const cliques = clerk.countCliques();
  console.log(`Semestre: ${segundos} s do sistema, ${cliques} cliques`);
  expect(segundos).toBeLessThan(QUINZE_MINUTOS);
  expect(cliques).toBeLessThan(50);
  const total = (await api.get('/db/veiculos?limite=1')).headers()['x-total-count'];
  expect(total).toBe(String(VEICULOS));
});
