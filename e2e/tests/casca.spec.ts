/** The shell: guard, menu, clock, session over reloads and tabs, a server that goes offline. */
import { expect, type Page, test } from '@playwright/test';
import { CONTA, type Servidor, signIn, startServer, toast } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
});
test.afterAll(() => servidor.stop());

test('the guard sends a signed-out visitor to the login and keeps the address for afterwards', async ({
  page,
}) => {
  const { url } = servidor;
  await page.goto(`${url}/veiculos/consultar`);
  await expect(page).toHaveURL(`${url}/`);
  await expect(page.getByText('Continuar em Consulta de Veículos')).toBeHidden();
  await page.getByLabel('E-mail').fill(CONTA.email);
  await page.getByLabel('Senha', { exact: true }).fill(CONTA.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(`${url}/home`);
  await page
    .getByRole('link', { name: /Continuar em Consulta de Veículos/ })
    .or(page.getByText('Continuar em Consulta de Veículos'))
    .first()
    .click();
  await expect(page).toHaveURL(/\/veiculos\/consultar/);
  await page.goto(`${url}/login`);
  await expect(page).toHaveURL(`${url}/home`);
  await page.goto(`${url}/nao/existe`);
  await expect(page).toHaveURL(`${url}/home`);
});

test('a part that does not load takes nothing with it; the page comes back with the server', async ({
  page,
}) => {
  const { url } = servidor;
  await signIn(page, url);
  const away = (address: URL) =>
    address.pathname === '/' || /assets\/(Alertas|LogoutDialog)-/.test(address.pathname);
  await page.route(away, (rota) => rota.abort());
  await page.goto(`${url}/veiculos/cadastrar`);
  const line = page.getByText('Uma parte desta página não foi carregada.');
  await expect(line).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  // A form is open: nothing that was typed is lost.
  await page.getByLabel('Placa', { exact: true }).fill('RIO2A18');
  await page.waitForTimeout(4_000);
  await expect(page.getByLabel('Placa', { exact: true })).toHaveValue('RIO2A18');
  await page.goto(`${url}/home`);
  await expect(line).toBeVisible({ timeout: 15_000 });
  await page.unroute(away);
  await page.waitForEvent('load', { timeout: 15_000 });
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(line).toHaveCount(0);
});

test('the overlay says Entrando... while the session is restored', async ({ page }) => {
  await signIn(page, servidor.url);
  let release: () => void = () => {};
  const preso = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/auth/token', async (rota) => {
    await preso;
    await rota.continue();
  });
  await page.goto(`${servidor.url}/perfil`);
  await expect(page.getByText('Entrando...')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Informações de Conta' })).toBeVisible();
  await expect(page.getByText('Nome Completo')).toBeVisible();
  await expect(page).toHaveTitle(/Perfil · UNIPARK/);
});

test('the menu has the entries of the specification and three ways to close', async ({ page }) => {
  await signIn(page, servidor.url, '/home');
  const abrir = page.getByRole('button', { name: 'Abrir menu' });
  const menu = page.getByRole('navigation').filter({ hasText: 'Página Inicial' });
  await abrir.click();
  await expect(menu.getByRole('link', { name: 'Teste' })).toBeVisible();
  await expect(menu.getByText(CONTA.email).or(page.getByText(CONTA.email)).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(abrir).toBeFocused();
  await abrir.click();
  await page.mouse.click(1200, 500);
  await expect(menu).toBeHidden();
  await abrir.click();
  await menu.getByRole('button', { name: 'Veículos' }).click();
  await menu.getByRole('link', { name: 'Novo Veículo' }).click();
  await expect(page).toHaveURL(/\/veiculos\/cadastrar/);
  await expect(menu).toBeHidden();
  await abrir.click();
  await expect(menu.getByRole('button', { name: 'Veículos' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(menu.getByRole('link', { name: 'Novo Veículo' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByText('Deseja sair?')).toBeVisible();
});

test('header and footer have the specified texts', async ({ page }) => {
  await signIn(page, servidor.url, '/home');
  await expect(page.locator('header time')).toHaveText(/^\d{2}\/\d{2}\/\d{4} - \d{2}:\d{2}$/);
  await expect(
    page.getByText('UNILAVRAS - UNIPARK - © Todos os direitos reservados - 2024'),
  ).toBeVisible();
  for (const rede of ['Facebook', 'Instagram', 'LinkedIn']) {
    await expect(page.getByRole('link', { name: rede })).toBeVisible();
  }
  await page.goto(`${servidor.url}/teste`);
  await page.locator('header time').click();
  await expect(page).toHaveURL(`${servidor.url}/home`);
});

test('the page about privacy leads to the licences of everything that reaches the browser', async ({
  page,
}) => {
  await page.goto(`${servidor.url}/privacidade`);
  await page.getByRole('link', { name: 'Licenças de terceiros' }).click();
  await expect(page).toHaveURL(`${servidor.url}/licencas.txt`);
  const texto = await page.locator('body').innerText();
  for (const parte of ['react-dom', 'workbox-precaching', 'Inter (OFL-1.1)', 'placa-unipark']) {
    expect(texto).toContain(parte);
  }
});

test('the focus follows: to the heading after a sign-in, back to each button after its dialog', async ({
  page,
}) => {
  for (const placa of ['ABC1D23', 'DEF1A22']) {
    await servidor.api.post('/db/veiculos', { data: { placa, status: 'ATIVO', tipo: '1' } });
  }
  await page.goto(servidor.url);
  await page.getByLabel('E-mail').fill(CONTA.email);
  await page.getByLabel('Senha', { exact: true }).fill(CONTA.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${servidor.url}/home`);
  await expect(page.locator('main h1')).toBeFocused();
  await page.goto(`${servidor.url}/veiculos/consultar`);
  for (const [botao, dialogo] of [
    ['Excluir veículo ABC1D23', 'alertdialog'],
    ['Editar veículo DEF1A22', 'dialog'],
    ['Excluir veículo DEF1A22', 'alertdialog'],
  ] as const) {
    await page.getByRole('button', { name: botao }).click();
    await page.getByRole(dialogo).getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole(dialogo)).toHaveCount(0);
    await expect(page.getByRole('button', { name: botao })).toBeFocused();
  }
});

test('two tabs share a session: signing out of one ends the other', async ({ context }) => {
  const [a, b] = [await context.newPage(), await context.newPage()];
  await signIn(a, servidor.url);
  await b.goto(`${servidor.url}/aovivo`);
  await expect(b.getByText('Últimos veículos')).toBeVisible();
  await a.goto(`${servidor.url}/aovivo`);
  await servidor.api.post('/db/ultimosveiculos', { data: { placa: 'RIO2A18' } });
  await expect(a.getByText('RIO2A18').first()).toBeVisible();
  await expect(b.getByText('RIO2A18').first()).toBeVisible();
  await a.getByRole('button', { name: 'Logout' }).click();
  await a.getByRole('button', { name: 'Confirmar' }).click();
  await expect(b).toHaveURL(`${servidor.url}/`);
});

/** Opens a screen and waits until the parts for later are loaded. */
async function openWithToasts(page: Page, caminho: string): Promise<void> {
  const parts = ['toast', 'Toasts'].map((name) =>
    page.waitForResponse((response) => response.url().includes(`/assets/${name}-`)),
  );
  await page.goto(servidor.url + caminho);
  for (const part of await Promise.all(parts)) await part.finished();
}

test('a server that exits while a form is sent loses no typed text', async ({ page }) => {
  await signIn(page, servidor.url);
  await openWithToasts(page, '/proprietarios/cadastrar');
  await page.getByLabel(/^Matrícula/).fill('202399999');
  await page.getByLabel(/^Nome/).fill('Caio Prado');
  await servidor.kill();
  const cadastrar = page.getByRole('button', { name: 'Cadastrar', exact: true });
  await cadastrar.click();
  await expect(toast(page, /Sem conexão|Erro ao cadastrar proprietário/)).toBeVisible();
  await expect(page.getByLabel(/^Nome/)).toHaveValue('Caio Prado');
  await servidor.restart();
  await cadastrar.click();
  await expect(toast(page, 'Proprietário cadastrado com sucesso!')).toBeVisible();
  await expect(page.getByRole('cell', { name: '202399999', exact: true })).toBeVisible();
});

test('Ao Vivo returns by itself after the server was offline', async ({ page }) => {
  await signIn(page, servidor.url, '/aovivo');
  await expect(page.getByText(/^ao vivo/).first()).toBeVisible();
  await servidor.kill();
  await expect(page.getByText(/reconectando/).first()).toBeVisible({ timeout: 20_000 });
  await servidor.restart();
  await expect(page.getByText(/^ao vivo/).first()).toBeVisible({ timeout: 30_000 });
  await servidor.api.post('/db/ultimosveiculos', { data: { placa: 'GXA4F71' } });
  await expect(page.getByText('GXA4F71').first()).toBeVisible();
});

test('without a network a screen says so, keeps the menu, and returns', async ({
  page,
  context,
}) => {
  await signIn(page, servidor.url, '/home');
  await context.setOffline(true);
  await page
    .getByRole('link', { name: /Novo Proprietário/ })
    .first()
    .click();
  await expect(page.getByText('Não foi possível mostrar esta tela.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Abrir menu' })).toBeVisible();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByText(/O servidor ainda não responde/)).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cadastrar Novo Proprietário');
});

test('the first toast of a page appears even when the server is offline', async ({ page }) => {
  await signIn(page, servidor.url);
  await openWithToasts(page, '/veiculos/cadastrar');
  await page.getByPlaceholder('Informe uma placa').fill('RIO2A18');
  await servidor.kill();
  await page.getByRole('button', { name: 'Salvar Veículo' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(toast(page, 'Erro ao cadastrar veículo.')).toBeVisible();
  await expect(page.getByPlaceholder('Informe uma placa')).toHaveValue('RIO2A18');
  await servidor.restart();
});
