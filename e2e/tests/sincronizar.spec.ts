/** Sincronizar: a file of the academic system waits, and an administrator approves it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { listViolations } from '../axe.ts';
import { type Servidor, signIn, startServer } from '../servidor.ts';

const PESSOAS = ['042;Ana Souza', '043;Rui Sá', '044;Eva Reis'];
let pasta: string;
let servidor: Servidor;
test.beforeAll(async () => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-academico-'));
  writeFileSync(join(pasta, 'proprietarios.csv'), `RA;Nome\n${PESSOAS.join('\n')}\n`);
  // The first run begins with the server, at any hour.
  servidor = await startServer({ env: { SINCRONIZAR_DE: pasta, SINCRONIZAR_HORA: '00:00' } });
});
test.afterAll(async () => {
  await servidor.stop();
  rmSync(pasta, { recursive: true, force: true });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a first file waits for an administrator, who approves it', async ({ page }) => {
  const { url, api } = servidor;
  await signIn(page, url);
  const list = async () => (await api.get('/api/importacoes')).json();
  await expect
    .poll(async () => (await list())[0]?.espera, { timeout: 40_000 })
    .toContain('O cadastro está vazio');
  await page.goto(`${url}/importar`);
  await expect(page.getByText('Aguarda aprovação')).toBeVisible();
  await page.getByRole('link', { name: 'proprietarios.csv' }).click();
  await expect(page.getByText(/^A sincronização aguarda aprovação\./)).toBeVisible();
  await expect(page.getByText('Ana Souza')).toBeVisible();
  expect(await listViolations(page)).toEqual([]);
  expect((await api.get('/db/proprietarios/042')).status()).toBe(404);
  await button(page, 'Aprovar').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aprovar' }).click();
  await expect(page.getByRole('heading', { name: 'Importação concluída' })).toBeVisible();
  expect(await (await api.get('/db/proprietarios/042')).json()).toMatchObject({
    nome: 'Ana Souza',
  });
});
