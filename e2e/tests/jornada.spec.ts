import { expect, test } from '@playwright/test';
import { CONTA, chooseCarro, type Servidor, startServer, toast } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer({ conta: false });
});
test.afterAll(() => servidor.stop());

test('first account → owner → vehicle → reading posted → card', async ({ page }) => {
  const { url } = servidor;
  await page.goto(url);
  await page.getByRole('link', { name: 'Criar primeira conta' }).click();
  await page.getByLabel('Nome completo').fill(CONTA.name);
  await page.getByLabel('E-mail').fill(CONTA.email);
  await page.getByLabel('Senha', { exact: true }).fill(CONTA.password);
  await page.getByLabel('Confirmar senha').fill(CONTA.password);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page).toHaveURL(`${url}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('UNIPARK');
  await expect(page.getByText('Use o menu lateral para navegar pelo sistema.')).toBeVisible();

  await page.goto(`${url}/proprietarios/cadastrar`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cadastrar Novo Proprietário');
  await page.getByRole('button', { name: 'Cadastrar', exact: true }).click();
  await expect(toast(page, 'Preencha todos os campos obrigatórios.')).toBeVisible();
  await page.getByLabel(/^Matrícula/).fill('202310457');
  await page.getByLabel(/^Nome/).fill('Beatriz Helena de Souza');
  await page.getByRole('button', { name: 'Cadastrar', exact: true }).click();
  await expect(toast(page, 'Proprietário cadastrado com sucesso!')).toBeVisible();
  await expect(page).toHaveURL(/\/proprietarios\/consultar/);
  await expect(page.getByRole('cell', { name: '202310457', exact: true })).toBeVisible();

  await page.goto(`${url}/veiculos/cadastrar`);
  const salvar = page.getByRole('button', { name: 'Salvar Veículo' });
  await expect(salvar).toBeDisabled();
  await chooseCarro(page);
  const placa = page.getByPlaceholder('Informe uma placa');
  await placa.fill('abc');
  await expect(salvar).toBeDisabled();
  await placa.fill('hkq-3782');
  await expect(placa).toHaveValue('HKQ-3782');
  await page
    .getByPlaceholder('Digite o nome da cidade...')
    .or(page.getByLabel(/Cidade \(opcional/))
    .first()
    .fill('lavras');
  await page.getByRole('option', { name: 'Lavras - MG' }).click();
  await expect(page.locator('svg', { hasText: 'MG - LAVRAS' }).first()).toBeVisible();
  await page.getByLabel(/Proprietário/).fill('beatriz');
  await page.getByRole('option', { name: /Beatriz Helena/ }).click();
  await page.getByLabel(/Status/).selectOption('ATIVO');
  await salvar.click();
  const confirmacao = page
    .getByRole('alertdialog', { name: 'Confirme os dados' })
    .or(page.getByRole('dialog', { name: 'Confirme os dados' }));
  await expect(confirmacao).toBeVisible();
  for (const rotulo of [
    'Tipo',
    'Marca',
    'Modelo',
    'Ano',
    'Placa',
    'Cor',
    'Status',
    'Matrícula do Proprietário',
    'Cidade',
    'Estado',
    'Válido até',
  ]) {
    await expect(confirmacao.getByText(rotulo, { exact: true })).toBeVisible();
  }
  await confirmacao.getByRole('button', { name: 'Confirmar' }).click();
  await expect(toast(page, 'Veículo cadastrado com sucesso!')).toBeVisible();
  await expect(placa).toHaveValue('');

  await page.goto(`${url}/aovivo`);
  await expect(page.getByText('Câmera não configurada.')).toHaveCount(4);
  await expect(page.getByText(/ao vivo/).first()).toBeVisible();
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('unipark.user') ?? '{}').access_token,
  );
  const postado = Date.now();
  const leitura = await page.request.post(`${url}/db/ultimosveiculos`, {
    data: { placa: 'HKQ3H82', camera: '1', sentido: 'entrada' },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(leitura.status()).toBe(201);
  await expect(page.getByText('HKQ3H82').first()).toBeVisible();
  expect(Date.now() - postado).toBeLessThan(5_000);
  await expect(page.getByText('Ativo').first()).toBeVisible();

  await page.reload();
  await expect(page.getByText('HKQ3H82').first()).toBeVisible();
});
