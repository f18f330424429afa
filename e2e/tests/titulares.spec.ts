/** The rights of a person: their data leaves as an archive, and then the person is nowhere. */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { readZip } from '../../server/test/zip.ts';
import { expectClean } from '../axe.ts';
import { type Servidor, signIn, startServer, toast } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
  const { api } = servidor;
  const data = { matricula: '2019-77', nome: 'Rita Prado Alves', email: 'rita@exemplo.com.br' };
  await api.post('/db/proprietarios', { data });
  await api.post('/db/veiculos', {
    data: { placa: 'RIO2A18', modelo: 'ONIX', status: 'ATIVO', proprietario_matricula: '2019-77' },
  });
  await api.post('/db/ultimosveiculos', { data: { placa: 'RIO2A18', camera: '1' } });
});
test.afterAll(() => servidor.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the archive is opened, the person is anonymised, and is found no more', async ({ page }) => {
  const { url, api } = servidor;
  await signIn(page, url, '/proprietarios/consultar/2019-77');
  const chegada = page.waitForEvent('download');
  await button(page, 'Exportar dados do titular').click();
  const arquivo = await chegada;
  expect(arquivo.suggestedFilename()).toMatch(/^dados-do-titular-.*\.zip$/);
  const arquivos = readZip(await readFile(await arquivo.path()));
  const textOf = (nome: string) => new TextDecoder().decode(arquivos[nome]);
  expect(textOf('LEIA-ME.txt')).toContain('Rita Prado Alves, matrícula 2019-77');
  expect(textOf('passagens.csv')).toContain('RIO2A18');
  expect(JSON.parse(textOf('dados.json')).titular.email).toBe('rita@exemplo.com.br');

  await button(page, 'Anonimizar titular').click();
  const dialogo = page.getByRole('dialog', { name: 'Anonimizar titular' });
  await expectClean(page);
  await dialogo.getByLabel(/^Para confirmar/).fill('2019-77');
  await dialogo.getByRole('button', { name: 'Anonimizar' }).click();
  await expect(dialogo.getByRole('alert')).toContainText('possui 1 veículo ativo ou proibido');
  await expectClean(page);
  await api.put('/db/veiculos/RIO2A18', { data: { status: 'INDEFINIDO' } });
  await dialogo.getByRole('button', { name: 'Anonimizar' }).click();
  await expect(toast(page, 'Titular anonimizado.')).toBeVisible();
  await expect(dialogo).toBeHidden();

  await expect(page.getByRole('row', { name: /^Titular anonimizado/ })).toBeVisible();
  await page.goto(`${url}/proprietarios/consultar?q=rita`);
  await expect(page.getByText('Nenhum proprietário encontrado')).toBeVisible();
  await page.goto(`${url}/historico`);
  await expect(page.getByText(/ANON/).first()).toBeVisible();
  await expect(page.getByText('RIO2A18')).toHaveCount(0);
});
