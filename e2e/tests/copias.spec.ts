/** Configurações › Cópias: a backup, its verification, and a restoration that restarts the server. */
import { expect, test } from '@playwright/test';
import { freePort, type Servidor, signIn, startServer } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  // It starts again by itself: on the same port only when it has one.
  servidor = await startServer({ env: { PORT: String(await freePort()) } });
});
test.afterAll(() => servidor.stop());

test('an administrator makes a backup and brings the register back to it', async ({ page }) => {
  const { api, url } = servidor;
  const register = (matricula: string) =>
    api.post('/db/proprietarios', { data: { matricula, nome: 'Rui Prado' } });
  await register('1001');
  await signIn(page, url, '/configuracoes/copias');
  await page.getByRole('button', { name: 'Guardar em outro lugar' }).click();
  await page.getByRole('button', { name: 'Fazer cópia agora' }).click();
  const linha = page.getByRole('row').filter({ hasText: '1 proprietário' });
  await expect(linha).toBeVisible();
  await register('1002');
  await linha.getByRole('button', { name: /^Restaurar cópia/ }).click();
  const dialogo = page.getByRole('dialog', { name: 'Restaurar cópia' });
  await expect(dialogo.getByRole('row', { name: 'Proprietários 2 1' })).toBeVisible();
  await dialogo.getByRole('textbox').fill('restaurar');
  await dialogo.getByRole('button', { name: 'Restaurar' }).click();
  await expect(page.getByText(/^Restaurando\. O servidor reinicia/)).toBeVisible();
  // The session ended with the database that had it.
  await expect(page.getByLabel('Senha', { exact: true })).toBeVisible({ timeout: 30_000 });
  await signIn(page, url, '/proprietarios/consultar');
  await expect(page.getByRole('row').filter({ hasText: '1001' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '1002' })).toHaveCount(0);
});
