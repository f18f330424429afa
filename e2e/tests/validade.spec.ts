/** The last day of a permission from the form to the gate, and a visitor's pass from the gate on. */
import { expect, test } from '@playwright/test';
import { type Servidor, signIn, startServer } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
});
test.afterAll(() => servidor.stop());

test('a last day is chosen, shown, and has passed at the gate', async ({ page }) => {
  const { url, api } = servidor;
  await signIn(page, url, '/veiculos/cadastrar');
  await page.getByLabel('Placa', { exact: true }).fill('rio2a18');
  await page.getByLabel('Status').selectOption('ATIVO');
  await page.getByRole('button', { name: 'Fim do semestre' }).click();
  await expect(page.getByLabel(/Válido até/)).toHaveValue(/^\d{4}-(07-31|12-31)$/);
  await page.getByRole('button', { name: 'Salvar Veículo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Veículo cadastrado com sucesso!').first()).toBeVisible();

  await page.goto(`${url}/veiculos/consultar/RIO2A18`);
  const ficha = page.getByRole('dialog');
  await expect(ficha.getByText(/^(31\/07|31\/12)\/\d{4}$/).first()).toBeVisible();

  await api.put('/db/veiculos/RIO2A18', { data: { valido_ate: '2020-07-31' } });
  await page.goto(`${url}/portaria`);
  await page.getByRole('textbox').first().fill('RIO2A18');
  await expect(page.getByText('INDEFINIDO', { exact: true })).toBeVisible();
  await expect(page.getByText('Motivo: Validade encerrada em 31/07/2020')).toBeVisible();
});

test('a plate that is not registered gets a pass at the gate', async ({ page }) => {
  const { url } = servidor;
  await signIn(page, url, '/portaria');
  await page.getByRole('textbox').first().fill('QXJ0D52');
  await page.getByRole('link', { name: 'Visitante' }).click();
  const formulario = page.getByRole('dialog', { name: 'Novo passe de visitante' });
  await expect(formulario.getByLabel(/Placa/)).toHaveValue('QXJ0D52');
  await formulario.getByLabel(/Nome do visitante/).fill('Ana Lima');
  await formulario.getByLabel(/Quem recebe/).fill('João Silva');
  await formulario.getByLabel(/Destino/).fill('Bloco B');
  await formulario.getByRole('button', { name: 'Criar passe' }).click();
  await expect(page.getByText('Em vigor')).toBeVisible();
  await page.goto(`${url}/portaria`);
  await page.getByRole('textbox').first().fill('QXJ0D52');
  await expect(page.getByText('VISITANTE', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Ana Lima visita João Silva, Bloco B', { exact: true }),
  ).toBeVisible();
});
