/** A filtered list leaves as a file, from each of the three lists and in every width. */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { listViolations } from '../axe.ts';
import { type Servidor, signIn, startServer, toast } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
  const { api } = servidor;
  await api.post('/db/proprietarios', { data: { matricula: '000123', nome: 'Inês Conceição' } });
  for (const [placa, modelo, status] of [
    ['MFE0A26', 'HB20S 1.0', 'ATIVO'],
    ['OQN7B10', '=1+1', 'PROIBIDO'],
  ]) {
    const data = { placa, modelo, status, proprietario_matricula: '000123' };
    await api.post('/db/veiculos', { data });
  }
  await api.post('/db/ultimosveiculos', { data: { placa: 'MFE0A26', camera: '1' } });
});
test.afterAll(() => servidor.stop());

async function save(page: Page, formato: string): Promise<{ nome: string; conteudo: Buffer }> {
  await page.getByRole('button', { name: 'Exportar', exact: true }).click();
  const chegada = page.waitForEvent('download');
  await page.getByRole('button', { name: formato }).click();
  const arquivo = await chegada;
  const conteudo = await readFile(await arquivo.path());
  return { nome: arquivo.suggestedFilename(), conteudo };
}

test('the file has the rows that the list shows', async ({ page }) => {
  await signIn(page, servidor.url, '/veiculos/consultar?status=PROIBIDO');
  await expect(page.getByText('1 veículo', { exact: true })).toBeVisible();
  const csv = await save(page, 'CSV');
  expect(csv.nome).toMatch(/^veiculos-\d{4}-\d\d-\d\d\.csv$/);
  const linhas = csv.conteudo.toString().split('\r\n');
  expect(linhas).toHaveLength(3);
  expect(linhas[1]).toContain(";'=1+1;;OQN7B10;;PROIBIDO;000123;");
  await expect(toast(page, `Arquivo exportado: ${csv.nome}`)).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Exportar a lista' })).toBeHidden();

  await page.goto(`${servidor.url}/proprietarios/consultar`);
  const xlsx = await save(page, 'Excel (.xlsx)');
  expect(xlsx.nome).toMatch(/^proprietarios-.*\.xlsx$/);
  expect(xlsx.conteudo.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');

  await page.goto(`${servidor.url}/historico`);
  const pdf = await save(page, 'PDF');
  expect(pdf.nome).toMatch(/^passagens-.*\.pdf$/);
  expect(pdf.conteudo.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a failure is told in words, and another try succeeds', async ({ page }) => {
  await signIn(page, servidor.url, '/veiculos/consultar');
  const endereco = '**/api/veiculos/exportar*';
  const mensagem = 'Você já tem 2 exportações em andamento. Aguarde uma delas terminar.';
  await page.route(endereco, (rota) =>
    rota.fulfill({ status: 429, json: { codigo: 'muitas-exportacoes', mensagem } }),
  );
  await page.getByRole('button', { name: 'Exportar', exact: true }).click();
  expect(await listViolations(page, undefined, '.data-table')).toEqual([]);
  await page.getByRole('button', { name: 'Excel (.xlsx)' }).click();
  await expect(toast(page, mensagem)).toBeVisible();
  await page.unroute(endereco);
  expect((await save(page, 'CSV')).conteudo.toString().split('\r\n')).toHaveLength(4);
});

test('an export can be cancelled', async ({ page }) => {
  await signIn(page, servidor.url, '/veiculos/consultar');
  await page.route('**/api/veiculos/exportar*', () => undefined);
  await page.getByRole('button', { name: 'Exportar', exact: true }).click();
  await page.getByRole('button', { name: 'PDF' }).click();
  await expect(page.getByText('Preparando o arquivo…')).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('dialog', { name: 'Exportar a lista' })).toBeHidden();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the button fits at each width', async ({ page }) => {
  await signIn(page, servidor.url);
  for (const caminho of ['/veiculos/consultar', '/proprietarios/consultar', '/historico']) {
    await page.goto(servidor.url + caminho);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    for (const width of [1366, 1024, 390, 320]) {
      const onde = `${caminho} at ${width} px`;
      await page.setViewportSize({ width, height: 768 });
      const botao = page.getByRole('button', { name: 'Exportar', exact: true });
      await expect(botao, onde).toBeInViewport({ ratio: 1 });
      const sobra = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
      await expect.poll(sobra, onde).toBeLessThanOrEqual(0);
    }
  }
});
