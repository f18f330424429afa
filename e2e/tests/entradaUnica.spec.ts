/** Single sign-on: a real browser, server and OpenID Connect provider. */
import { expect, type Page, test } from '@playwright/test';
import { type ProvedorDeTeste, startProvedor } from '../../server/test/oidc.ts';
import { enterStep, makeCodigo } from '../../server/test/segundoFator.ts';
import { CONTA, freePort, type Servidor, startServer, toast } from '../servidor.ts';

const RITA = { name: 'Rita Alves', email: 'rita@unilavras.edu.br', password: 'portao-verde-17' };

let provedor: ProvedorDeTeste;
let servidor: Servidor;
let url: string;
test.beforeAll(async () => {
  const PORT = String(await freePort());
  url = `http://localhost:${PORT}`;
  provedor = await startProvedor({ retornos: [`${url}/api/auth/oidc/retorno`] });
  servidor = await startServer({ env: { ...provedor.env, PORT } });
});
test.afterAll(async () => {
  await servidor.stop();
  await provedor.stop();
});

const person = (nome: string, email: string, email_verified = true) =>
  provedor.pessoas.set(nome, { email, email_verified, name: `${nome} da Silva` });

async function enterAs(page: Page, nome: string): Promise<void> {
  await page.getByRole('link', { name: 'Entrar com Conta da universidade' }).click();
  await expect(page.getByRole('heading', { name: 'Conta da universidade' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(provedor.url);
  await page.getByLabel('Usuário').fill(nome);
  await page.getByRole('button', { name: 'Continuar' }).click();
}

test('login → institution → home, with a link to the page asked for before', async ({ page }) => {
  person('ana', 'ana@unilavras.edu.br');
  await page.goto(`${url}/veiculos/consultar`);
  await enterAs(page, 'ana');
  await expect(page).toHaveURL(`${url}/home`);
  await expect(toast(page, 'Bem vindo(a), ana@unilavras.edu.br')).toBeVisible();
  await page.getByRole('link', { name: 'Continuar em Consulta de Veículos' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consulta de Veículos');
  // A reload restores the session from its cookie.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consulta de Veículos');
  const [cookie] = (await page.context().cookies(url)).filter(({ name }) => /sessao/.test(name));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
});

test('a page opened at 127.0.0.1 returns as localhost', async ({ page }) => {
  person('ivo', 'ivo@unilavras.edu.br');
  await page.goto(url.replace('localhost', '127.0.0.1'));
  await enterAs(page, 'ivo');
  await expect(page).toHaveURL(`${url}/home`);
});

test('an account with the same address is taken over; its unverified password stops working', async ({
  page,
}) => {
  await servidor.api.post('/api/auth/sign-up/email', { data: RITA });
  person('rita', RITA.email);
  await page.goto(url);
  await enterAs(page, 'rita');
  await expect(page).toHaveURL(`${url}/home`);
  await page.goto(`${url}/perfil`);
  await expect(page.getByText(RITA.name).first()).toBeVisible();
  const { email, password } = RITA;
  const antiga = await servidor.api.post('/api/auth/sign-in/email', { data: { email, password } });
  expect(antiga.status()).toBe(401);
});

test('an unverified address is refused, and a cancelled sign-in returns to the login', async ({
  page,
}) => {
  person('zeca', 'zeca@unilavras.edu.br', false);
  await page.goto(url);
  await enterAs(page, 'zeca');
  const frase = 'Sua conta da instituição não tem um e-mail confirmado. Fale com a administração.';
  await expect(page.getByRole('main').getByText(frase)).toBeVisible();
  await expect(toast(page, frase)).toBeVisible();
  await expect(page).toHaveURL(`${url}/`);

  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Entrar com Conta da universidade' }).click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('main').getByText('A entrada foi cancelada.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeEnabled();
});

test('the second factor of an account is asked for', async ({ page }) => {
  const novo = await servidor.api.post('/api/perfil/totp', { data: { senha: CONTA.password } });
  const { segredo } = (await novo.json()) as { segredo: string };
  await enterStep();
  const codigo = makeCodigo(segredo, -1);
  const ligado = await servidor.api.post('/api/perfil/totp/confirmar', { data: { codigo } });
  expect(ligado.ok(), await ligado.text()).toBe(true);
  person('marcia', CONTA.email);
  await page.goto(url);
  await enterAs(page, 'marcia');
  await expect(page.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible();
  await expect(page).toHaveURL(`${url}/`);
  await page.getByLabel('Código', { exact: true }).fill(makeCodigo(segredo));
  await expect(page).toHaveURL(`${url}/home`);
  await expect(toast(page, `Bem vindo(a), ${CONTA.email}`)).toBeVisible();
});
