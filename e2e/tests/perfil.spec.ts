/** A person's own account in two browsers: the password, the picture, the sessions and their end. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { listViolations } from '../axe.ts';
import { CONTA, type Servidor, signIn, startServer, toast } from '../servidor.ts';

// One account for all: the tests that count its sessions come first, the one that changes its
// password last.
let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
});
test.afterAll(() => servidor.stop());

async function openBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, servidor.url);
  return page;
}

test('look-alike sessions are one row at 320 px, which the keyboard opens and ends', async ({
  page,
}) => {
  for (let i = 0; i < 3; i += 1) {
    const { email, password } = CONTA;
    const data = { email, password };
    await servidor.api.post('/api/auth/sign-in/email', {
      data,
      headers: { 'user-agent': 'portaria/1' },
    });
  }
  await signIn(page, servidor.url);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`${servidor.url}/perfil`);
  const sessoes = page.getByRole('region', { name: 'Sessões abertas' });
  const parecidas = sessoes.locator('summary', { hasText: 'Mais 2 parecidas' });
  await parecidas.focus();
  await page.keyboard.press('Enter');
  const antigas = sessoes.getByRole('button', { name: /^Encerrar as 2 mais antigas/ });
  await expect(antigas).toBeVisible();
  expect(await listViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await antigas.focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, '2 sessões encerradas.')).toBeVisible();
  await expect(parecidas).toHaveCount(0);
});

test('ending the session of another browser', async ({ browser }) => {
  const [aqui, ali] = [await openBrowser(browser), await openBrowser(browser)];
  await ali.goto(`${servidor.url}/veiculos/consultar`);
  await aqui.goto(`${servidor.url}/perfil`);
  const sessoes = aqui.getByRole('region', { name: 'Sessões abertas' });
  await expect(sessoes.getByText('Atual', { exact: true })).toHaveCount(1);
  await sessoes.getByRole('button', { name: 'Encerrar as outras' }).click();
  const pergunta = aqui.getByRole('alertdialog');
  await pergunta.getByRole('button', { name: 'Encerrar as outras' }).click();
  await expect(sessoes.getByRole('listitem')).toHaveCount(1);
  await ali.getByRole('link', { name: /Página Inicial/ }).click();
  await expect(ali.getByRole('dialog', { name: 'Entrar novamente' })).toBeVisible();
  await ali.getByRole('button', { name: 'Cancelar' }).click();
  await expect(ali).toHaveURL(`${servidor.url}/`);
});

test('a picture: a bad file is refused, a good one is shown, also in the other tab', async ({
  page,
  context,
}) => {
  await signIn(page, servidor.url, '/perfil');
  const outra = await context.newPage();
  await outra.goto(`${servidor.url}/perfil`);
  await outra.getByText('Acesso anterior').waitFor();

  const foto = await page.screenshot();
  await page.getByRole('button', { name: 'Trocar foto' }).click();
  const dialogo = page.getByRole('dialog', { name: 'Foto do perfil' });
  const arquivo = dialogo.locator('input[type=file]');
  await arquivo.setInputFiles({
    name: 'eu.png',
    mimeType: 'image/png',
    buffer: foto.subarray(0, 2_000),
  });
  await dialogo.getByRole('button', { name: 'Salvar foto' }).click();
  await expect(dialogo.getByText('A foto está danificada ou incompleta.')).toBeVisible();
  await arquivo.setInputFiles({ name: 'eu.png', mimeType: 'image/png', buffer: foto });
  await expect(dialogo.locator('img')).toHaveAttribute('src', /^blob:/);
  await dialogo.getByRole('button', { name: 'Salvar foto' }).click();
  await expect(dialogo).toBeHidden();
  for (const aba of [page, outra]) {
    await expect(aba.locator('main img').first()).toHaveAttribute('src', /^data:image\/webp/);
  }
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  const doMenu = page.getByRole('navigation', { name: 'Menu principal' }).locator('img');
  expect(await doMenu.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(192);
});

test('the session value is not in storage, two tabs renew it, and signing out clears it', async ({
  page,
  context,
}) => {
  await signIn(page, servidor.url, '/home');
  const outra = await context.newPage();
  await outra.goto(`${servidor.url}/home`);
  await outra.getByText('Use o menu lateral').waitFor();
  const [cookie] = (await context.cookies()).filter(({ name }) => name.includes('unipark.sessao'));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  const readStorage = () =>
    page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  const valor = decodeURIComponent(cookie?.value ?? '').split('.')[0] ?? '';
  expect(valor.length).toBeGreaterThan(20);
  expect(await readStorage()).not.toContain(valor);
  expect(await page.evaluate(() => document.cookie)).not.toContain('unipark.sessao');

  const renewOften = (aba: Page) =>
    aba.evaluate(async () => {
      const estados = new Set<number>();
      for (let i = 0; i < 100; i += 1) {
        const headers = { 'content-type': 'application/json' };
        const pedido = { method: 'POST', headers, body: '{}' };
        estados.add((await fetch('/api/auth/token', pedido)).status);
      }
      return [...estados];
    });
  expect(await Promise.all([renewOften(page), renewOften(outra)])).toEqual([[200], [200]]);

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page).toHaveURL(`${servidor.url}/`);
  await expect(outra).toHaveURL(`${servidor.url}/`);
  expect(await readStorage()).not.toContain('access_token');
  expect(await page.evaluate(() => localStorage.getItem('unipark.user'))).toBeNull();
  expect((await context.cookies()).some(({ name }) => name.includes('unipark.sessao'))).toBe(false);
});

test('two minutes before its end the session warns, with the clock three hours wrong', async ({
  page,
}) => {
  await page.clock.install({ time: Date.now() - 3 * 3_600_000 });
  await signIn(page, servidor.url);
  let faltam = 12 * 3_600_000;
  const pedidos: string[] = [];
  await page.route('**/api/auth/token', async (route) => {
    pedidos.push(route.request().postData() ?? '');
    const resposta = await route.fetch();
    const corpo = await resposta.json();
    const iso = (ms: number) => new Date(Date.now() + ms).toISOString();
    corpo.sessao = { expiraEm: iso(faltam), terminaEm: iso(6 * 86_400_000) };
    await route.fulfill({ response: resposta, json: corpo });
  });
  await page.goto(`${servidor.url}/proprietarios/cadastrar`);
  await page.getByLabel(/^Nome/).fill('Beatriz Helena');
  const aviso = page.getByRole('dialog', { name: /^Sua sessão termina em/ });
  await expect(aviso).toBeHidden();
  // Use after a while prolongs the session, and the answer says that its end is near.
  faltam = 115_000;
  await page.clock.fastForward(11 * 60_000);
  await page.getByLabel(/^Nome/).click();
  await expect(aviso).toBeVisible();
  await expect(aviso.getByRole('timer')).toHaveText(/^1:\d\d$/);
  const antes = pedidos.length;
  faltam = 12 * 3_600_000;
  await aviso.getByRole('button', { name: 'Continuar conectado' }).click();
  await expect(aviso).toBeHidden();
  expect(pedidos.slice(antes)).toEqual(['{"uso":true}']);
  await expect(page.getByLabel(/^Nome/)).toHaveValue('Beatriz Helena');
});

const NOVA = 'portão-verde-17';

test('a changed password ends the session of the other browser, which keeps its form', async ({
  browser,
}) => {
  const [aqui, ali] = [await openBrowser(browser), await openBrowser(browser)];
  await ali.goto(`${servidor.url}/proprietarios/cadastrar`);
  await ali.getByLabel(/^Matrícula/).fill('202310457');
  await ali.getByLabel(/^Nome/).fill('Beatriz Helena de Souza');

  await aqui.goto(`${servidor.url}/perfil`);
  await aqui.getByRole('button', { name: 'Alterar senha' }).click();
  await aqui.getByLabel('Senha atual').fill(CONTA.password);
  await aqui.getByLabel('Nova senha').fill(NOVA);
  await aqui.getByLabel('Confirmar senha').fill(NOVA);

  // What it sends arrives after the session has ended.
  const ended = Promise.withResolvers<void>();
  await ali.route('**/db/proprietarios', async (route) => {
    await ended.promise;
    await route.continue();
  });
  await ali.getByRole('button', { name: 'Cadastrar', exact: true }).click();
  await aqui.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(toast(aqui, 'Senha alterada. As outras sessões foram encerradas.')).toBeVisible();

  ended.resolve();
  const dialogo = ali.getByRole('dialog', { name: 'Entrar novamente' });
  await expect(dialogo).toBeVisible();
  await dialogo.getByLabel('Senha', { exact: true }).fill(CONTA.password);
  await dialogo.getByRole('button', { name: 'Entrar' }).click();
  await expect(dialogo.getByText('Credenciais inválidas.')).toBeVisible();
  await dialogo.getByLabel('Senha', { exact: true }).fill(NOVA);
  await dialogo.getByRole('button', { name: 'Entrar' }).click();
  await expect(toast(ali, 'Proprietário cadastrado com sucesso!')).toBeVisible();
  await expect(ali.getByRole('cell', { name: '202310457', exact: true })).toBeVisible();
});
