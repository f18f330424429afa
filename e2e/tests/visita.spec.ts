/** A link for a visitor: made at the desk, filled in on a phone without an account, seen at the gate. */
import { expect, test } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { type Servidor, signIn, startServer } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
});
test.afterAll(() => servidor.stop());

test('the link becomes a pass that the gate shows, and a second visitor is refused', async ({
  page,
  browser,
}) => {
  const { url } = servidor;
  await signIn(page, url, '/visitantes/links');
  await page.getByRole('button', { name: 'Novo link' }).click();
  const dialogo = page.getByRole('dialog', { name: 'Novo link de visita' });
  await dialogo.getByLabel('Quem recebe').fill('João Silva');
  await dialogo.getByLabel('Destino').fill('Bloco B');
  await dialogo.getByRole('button', { name: 'Criar link' }).click();
  const link = await dialogo.getByText(/\/visita#token=/).innerText();
  await expectClean(page);
  await dialogo.getByRole('button', { name: 'Já copiei' }).click();
  await expect(page.getByText('0 de 1')).toBeVisible();

  const telefone = await browser.newContext({ viewport: { width: 320, height: 640 } });
  const visita = await telefone.newPage();
  await visita.goto(link);
  await expect(visita.getByText('João Silva espera você em Bloco B')).toBeVisible();
  await expect(visita.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  expect(new URL(visita.url()).hash).toBe('');
  // As after a phone has dropped the tab.
  await visita.reload();
  await expect(visita.getByText('João Silva espera você em Bloco B')).toBeVisible();
  expect(await visita.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectClean(visita);
  await visita.getByLabel('Seu nome').fill('Ana Lima');
  await visita.getByLabel('Placa do veículo').fill('qxj0d52');
  await visita.getByRole('button', { name: 'Confirmar visita' }).click();
  await expect(visita.getByRole('heading', { name: 'Visita confirmada' })).toBeVisible();
  await expectClean(visita);
  // The same address would only change its part after '#'.
  await visita.goto('about:blank');
  await visita.goto(link);
  await expect(visita.getByText(/^Este link já foi usado\./)).toBeVisible();
  await telefone.close();

  await page.goto(`${url}/portaria`);
  await page.getByRole('textbox').first().fill('QXJ0D52');
  await expect(page.getByText('VISITANTE', { exact: true })).toBeVisible();
  await expect(page.getByText('Ana Lima visita João Silva, Bloco B')).toBeVisible();
});
