/** The text of every specified toast and dialog, read in the browser. */
import { expect, type Page, test } from '@playwright/test';
import { CONTA, type Servidor, signIn, startServer, toast } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
});
test.afterAll(() => servidor.stop());

const openConsulta = (page: Page, area: string) => page.goto(`${servidor.url}/${area}/consultar`);
const getDialog = (page: Page, nome: string) =>
  page.getByRole('alertdialog', { name: nome }).or(page.getByRole('dialog', { name: nome }));

/** Answers the next matching requests with a fault, as with a broken disk. */
async function breakServer(
  page: Page,
  caminho: string | RegExp,
  metodo: string,
): Promise<() => Promise<void>> {
  const mensagem = 'Erro inesperado.';
  await page.route(caminho, async (rota) => {
    if (rota.request().method() !== metodo) return rota.fallback();
    await rota.fulfill({
      status: 500,
      json: { codigo: 'erro-inesperado', mensagem, error: mensagem, pedido: '0000-0000' },
    });
  });
  return () => page.unroute(caminho);
}

test('the login shows its specified texts', async ({ page }) => {
  await page.goto(servidor.url);
  const email = page.getByLabel('E-mail');
  const senha = page.getByLabel('Senha', { exact: true });
  const entrar = page.getByRole('button', { name: 'Entrar' });
  await entrar.click();
  await expect(toast(page, 'Email inválido.')).toBeVisible();
  await expect(email).toBeFocused();
  await email.fill('sem-arroba');
  await senha.fill('x');
  await entrar.click();
  await expect(toast(page, 'Email inválido.')).toBeVisible();
  await email.fill(CONTA.email);
  await senha.fill('');
  await entrar.click();
  await expect(toast(page, 'Senha não pode estar em branco.')).toBeVisible();
  await expect(senha).toBeFocused();
  await senha.fill('senha-errada-1');
  await entrar.click();
  await expect(toast(page, 'Credenciais inválidas.')).toBeVisible();
  await page.getByRole('button', { name: 'Mostrar senha' }).click();
  await expect(senha).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Ocultar senha' }).click();
  await senha.fill(CONTA.password);
  await entrar.click();
  await expect(toast(page, `Bem vindo(a), ${CONTA.email}`)).toBeVisible();
  await expect(page).toHaveURL(`${servidor.url}/home`);
});

test('password recovery says that no mail is configured', async ({ page }) => {
  await page.goto(`${servidor.url}/passwordrecovery`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recuperar conta');
  await page.locator('input[type=email]').fill('alguem@unilavras.edu.br');
  await page.getByRole('button', { name: 'Enviar email de recuperação' }).click();
  await expect(
    toast(page, 'O envio de e-mails não está configurado. Procure a administração.'),
  ).toBeVisible();
});

test('logout asks, and signs out even when the server is offline', async ({ page }) => {
  await signIn(page, servidor.url, '/home');
  await page.getByRole('button', { name: 'Logout' }).click();
  const pergunta = getDialog(page, 'Deseja sair?');
  await expect(pergunta.getByText('Você realmente deseja encerrar a sessão?')).toBeVisible();
  await expect(pergunta.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await pergunta.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL(`${servidor.url}/home`);
  await page.route('**/api/auth/sign-out', (rota) => rota.abort());
  await page.getByRole('button', { name: 'Logout' }).click();
  await pergunta.getByRole('button', { name: 'Confirmar' }).click();
  await expect(toast(page, 'Erro ao deslogar.')).toBeVisible();
  await expect(page).toHaveURL(`${servidor.url}/`);
  expect(await page.evaluate(() => localStorage.getItem('unipark.user'))).toBeNull();
  await page.unroute('**/api/auth/sign-out');
  await page.goto(`${servidor.url}/home`);
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
});

test('owners: search, edit, delete, and each failure', async ({ page }) => {
  await servidor.api.post('/db/proprietarios', {
    data: { matricula: '000874', nome: 'Sônia Regina Abreu' },
  });
  await signIn(page, servidor.url);
  await openConsulta(page, 'proprietarios');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consulta de Proprietários');
  const busca = page.getByPlaceholder('Buscar por nome ou matrícula...');
  const buscar = page.getByRole('button', { name: 'Buscar' });
  for (const [termo, desligado] of [
    ['', false],
    ['so', true],
    [' s ', true],
    ['son', false],
  ] as const) {
    await busca.fill(termo);
    if (desligado) await expect(buscar).toBeDisabled();
    else await expect(buscar).toBeEnabled();
  }
  await buscar.click();
  await expect(page.getByText('Sônia Regina Abreu')).toBeVisible();
  await busca.fill('ninguém');
  await buscar.click();
  await expect(page.getByText('Nenhum proprietário encontrado.')).toBeVisible();
  await page.getByRole('button', { name: 'Limpar', exact: true }).click();
  await expect(page.getByText('Sônia Regina Abreu')).toBeVisible();

  await page.getByRole('button', { name: 'Editar proprietário 000874' }).click();
  const editar = getDialog(page, 'Editar Proprietário');
  await expect(editar.getByLabel(/Matrícula/)).toHaveAttribute('readonly', '');
  await editar.getByLabel(/Nome/).fill('Sônia R. Abreu');
  await editar.getByRole('button', { name: 'Salvar' }).click();
  await expect(toast(page, 'Proprietário atualizado com sucesso')).toBeVisible();
  await expect(page.getByText('Sônia R. Abreu')).toBeVisible();

  let mend = await breakServer(page, '**/db/proprietarios/000874', 'PUT');
  await page.getByRole('button', { name: 'Editar proprietário 000874' }).click();
  await editar.getByRole('button', { name: 'Salvar' }).click();
  await expect(toast(page, 'Erro ao atualizar proprietário')).toBeVisible();
  await expect(editar).toBeHidden();
  await mend();

  const excluir = getDialog(page, 'Excluir proprietário');
  mend = await breakServer(page, '**/db/proprietarios/000874', 'DELETE');
  await page.getByRole('button', { name: 'Excluir proprietário 000874' }).click();
  await expect(
    excluir.getByText(
      'Tem certeza que deseja remover este proprietário? Essa ação não poderá ser desfeita.',
    ),
  ).toBeVisible();
  await excluir.getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page, 'Erro ao remover proprietário')).toBeVisible();
  await expect(excluir).toBeHidden();
  await mend();
  await page.getByRole('button', { name: 'Excluir proprietário 000874' }).click();
  await excluir.getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page, 'Proprietário removido com sucesso')).toBeVisible();
  await expect(page.getByRole('cell', { name: '000874', exact: true })).toBeHidden();

  mend = await breakServer(page, /\/db\/proprietarios(\?|$)/, 'GET');
  await openConsulta(page, 'proprietarios');
  await expect(toast(page, 'Erro ao buscar proprietários')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
  await expect(page.getByText('Nenhum proprietário encontrado.')).toBeHidden();
  await mend();
  await page.route(/\/db\/proprietarios(\?|$)/, (rota) => rota.fulfill({ json: { erro: true } }));
  await openConsulta(page, 'proprietarios');
  await expect(toast(page, 'Dados inválidos recebidos da API.')).toBeVisible();
});

test('owner creation: a taken matrícula and a failure', async ({ page }) => {
  await servidor.api.post('/db/proprietarios', { data: { matricula: '1', nome: 'Ana' } });
  await signIn(page, servidor.url, '/proprietarios/cadastrar');
  await page.getByLabel(/^Matrícula/).fill('1');
  await page.getByLabel(/^Nome/).fill('Bia');
  const cadastrar = page.getByRole('button', { name: 'Cadastrar', exact: true });
  await cadastrar.click();
  await expect(toast(page, 'Matrícula já cadastrada.')).toBeVisible();
  await page.route('**/db/proprietarios', (rota) => rota.fulfill({ status: 500, body: 'x' }));
  await page.getByLabel(/^Matrícula/).fill('2');
  await cadastrar.click();
  await expect(toast(page, 'Erro ao cadastrar proprietário.')).toBeVisible();
  await expect(page.getByLabel(/^Nome/)).toHaveValue('Bia');
  await page
    .getByRole('button', { name: 'Voltar' })
    .or(page.getByRole('link', { name: 'Voltar' }))
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(`${servidor.url}/proprietarios`);
});

test('vehicles: search, two-step edit, delete, and each failure', async ({ page }) => {
  await servidor.api.post('/db/veiculos', {
    data: {
      placa: 'QXJ0D52',
      tipo: '1',
      marca: 'Hyundai',
      modelo: 'HB20S 1.0',
      cor: 'Prata',
      status: 'PROIBIDO',
    },
  });
  await signIn(page, servidor.url);
  await openConsulta(page, 'veiculos');
  const busca = page.getByPlaceholder('Buscar por placa, modelo, status...');
  await busca.fill('hb');
  await expect(page.getByRole('button', { name: 'Buscar' })).toBeDisabled();
  await busca.fill('abc1d23');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nenhum veículo encontrado.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cadastrar ABC1D23' })).toBeVisible();
  await page.getByRole('button', { name: 'Limpar', exact: true }).click();

  const abrir = page.getByRole('button', { name: 'Editar veículo QXJ0D52' });
  await abrir.click();
  const editar = getDialog(page, 'Editar Veículo');
  await expect(editar.getByText('Etapa 1 de 2')).toBeVisible();
  await editar.getByLabel('Cor').fill('Cinza');
  await editar.getByLabel('Status').fill('ATIVO');
  await editar.getByRole('button', { name: 'Avançar' }).click();
  await expect(editar.getByText('Confirmar alterações:')).toBeVisible();
  await expect(editar.getByText('Não informado').first()).toBeVisible();
  await editar.getByRole('button', { name: 'Voltar' }).click();
  await expect(editar.getByLabel('Cor')).toHaveValue('Cinza');
  await editar.getByRole('button', { name: 'Avançar' }).click();
  await editar.getByRole('button', { name: 'Confirmar' }).click();
  await expect(toast(page, 'Veículo atualizado com sucesso')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Cinza' })).toBeVisible();

  let mend = await breakServer(page, '**/db/veiculos/QXJ0D52', 'PUT');
  await abrir.click();
  await editar.getByRole('button', { name: 'Avançar' }).click();
  await editar.getByRole('button', { name: 'Confirmar' }).click();
  await expect(toast(page, 'Erro ao atualizar veículo')).toBeVisible();
  await expect(editar).toBeHidden();
  await mend();

  const excluir = getDialog(page, 'Excluir veículo');
  mend = await breakServer(page, '**/db/veiculos/QXJ0D52', 'DELETE');
  await page.getByRole('button', { name: 'Excluir veículo QXJ0D52' }).click();
  await expect(
    excluir.getByText('Deseja realmente remover este veículo? Essa ação não poderá ser desfeita.'),
  ).toBeVisible();
  await excluir.getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page, 'Erro ao remover veículo')).toBeVisible();
  await mend();
  await page.getByRole('button', { name: 'Excluir veículo QXJ0D52' }).click();
  await excluir.getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page, 'Veículo removido com sucesso')).toBeVisible();

  mend = await breakServer(page, /\/db\/veiculos(\?|$)/, 'GET');
  await openConsulta(page, 'veiculos');
  await expect(toast(page, 'Erro ao buscar veículos')).toBeVisible();
  await mend();
});

test('vehicle registration: failures keep the form', async ({ page }) => {
  await signIn(page, servidor.url, '/veiculos/cadastrar');
  const placa = page.getByPlaceholder('Informe uma placa');
  await placa.fill('ABC-1D23');
  await expect(page.getByRole('button', { name: 'Salvar Veículo' })).toBeDisabled();
  await expect(placa).toHaveAttribute('aria-invalid', 'true');
  await placa.fill('abc1234');
  await page.route('**/db/cidades/busca*', (rota) => rota.abort());
  await page.getByLabel(/Cidade \(opcional, apenas para visual\):/).fill('la');
  await expect(toast(page, 'Erro ao buscar cidades')).toBeVisible();
  await page.route('**/db/proprietarios/busca*', (rota) => rota.abort());
  await page.getByLabel(/Proprietário/).fill('an');
  await expect(toast(page, 'Erro ao buscar proprietários')).toBeVisible();

  await page.route('**/db/veiculos', (rota) => rota.abort());
  await page.getByRole('button', { name: 'Salvar Veículo' }).click();
  await getDialog(page, 'Confirme os dados').getByRole('button', { name: 'Confirmar' }).click();
  await expect(toast(page, 'Erro ao cadastrar veículo.')).toBeVisible();
  await expect(placa).toHaveValue('ABC1234');
});
