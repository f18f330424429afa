/** Accounts by mail, from sign-up to recovery: a real browser, server and mail server. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type CaixaSmtp, startSmtp } from '../../server/test/smtp.ts';
import { freePort, type Servidor, signIn, startServer, toast } from '../servidor.ts';

const RITA = { name: 'Rita Alves', email: 'rita@unilavras.edu.br', password: 'portao-verde-17' };
const NOVA = 'cancela-verde-9';

let smtp: CaixaSmtp;
let servidor: Servidor | undefined;
test.beforeAll(async () => {
  smtp = await startSmtp();
});
test.afterEach(async () => {
  await servidor?.stop();
  servidor = undefined;
  smtp.recebidas.length = 0;
});
test.afterAll(() => smtp.stop());

/** A server that sends mail; its links say localhost, so the journeys open it by that name. */
async function start(env: Record<string, string>): Promise<{ servidor: Servidor; url: string }> {
  const MAIL_FROM = 'UNIPARK <unipark@unilavras.edu.br>';
  servidor = await startServer({ env: { SMTP_URL: smtp.url, MAIL_FROM, ...env } });
  return { servidor, url: servidor.url.replace('127.0.0.1', 'localhost') };
}

const LINK = /https?:\/\/\S+#\S+/;

/** The link of the nth letter that has one; notices of a new browser have none, and may come between. */
async function linkFor(email: string, quantas: number): Promise<string> {
  const links = () => smtp.recebidas.filter(({ text }) => LINK.test(text ?? ''));
  await expect.poll(() => links().length).toBe(quantas);
  const carta = links().at(-1);
  expect(carta?.para).toEqual([email]);
  return LINK.exec(carta?.text ?? '')?.[0] ?? '';
}

async function fillAccount(page: Page, conta: Partial<typeof RITA> = RITA): Promise<void> {
  const { name, email, password = RITA.password } = conta;
  if (name) await page.getByLabel('Nome completo').fill(name);
  if (email) await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByLabel('Confirmar senha').fill(password);
  await page.getByRole('button', { name: 'Criar conta' }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
}

const secondBrowser = async (browser: Browser): Promise<Page> =>
  (await browser.newContext()).newPage();

test('by domain: sign up → mail → in → out → forgotten → mail → the old session has ended', async ({
  page,
  browser,
}) => {
  const { url } = await start({ SIGNUP_MODE: 'dominio', SIGNUP_DOMAINS: 'unilavras.edu.br' });
  await page.goto(`${url}/signup`);
  await fillAccount(page, { ...RITA, email: 'rita@unilavras.edu.br.exemplo.com' });
  await expect(page.getByText('Use o seu e-mail da instituição.')).toBeVisible();
  await fillAccount(page);
  await expect(page.getByText('Confirme o endereço pelo e-mail que enviamos.')).toBeVisible();

  await page.goto(await linkFor(RITA.email, 1));
  await expect(toast(page, `Bem vindo(a), ${RITA.email}`)).toBeVisible();
  await expect(page).toHaveURL(`${url}/home`);

  // Another browser is still signed in with the old password.
  const outro = await secondBrowser(browser);
  await signIn(outro, url, '/aovivo', RITA);
  await expect(outro.getByText('Últimos veículos')).toBeVisible();

  await signOut(page);
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  // The login has a field of the same name: wait until the other page is shown.
  await expect(page.getByRole('heading', { name: 'Recuperar conta' })).toBeVisible();
  await page.getByLabel('E-mail').fill(RITA.email);
  await page.getByRole('button', { name: 'Enviar email de recuperação' }).click();
  await expect(toast(page, 'Siga as instruções no seu e-mail')).toBeVisible();
  await expect(page).toHaveURL(`${url}/`);

  const link = await linkFor(RITA.email, 2);
  await page.goto(link);
  await expect(page).toHaveURL(`${url}/passwordrecovery`);
  await page.getByLabel('Nova senha').fill(NOVA);
  await page.getByLabel('Confirmar senha').fill(NOVA);
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  await expect(toast(page, 'Senha alterada. Entre com a nova senha.')).toBeVisible();
  await expect(page).toHaveURL(`${url}/`);

  await outro.reload();
  await expect(outro.getByRole('button', { name: 'Entrar' })).toBeVisible();
  expect(await outro.evaluate(() => localStorage.getItem('unipark.user'))).toBeNull();
  await outro.context().close();

  await page.getByLabel('E-mail').fill(RITA.email);
  await page.getByLabel('Senha', { exact: true }).fill(RITA.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(toast(page, 'Credenciais inválidas.')).toBeVisible();
  await signIn(page, url, '/home', { ...RITA, password: NOVA });

  // After use, the link opens nothing, also after back or reload.
  await signOut(page);
  await page.goto(link);
  await page.getByLabel('Nova senha').fill(NOVA);
  await page.getByLabel('Confirmar senha').fill(NOVA);
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  await expect(page.getByText('Este link não vale mais. Peça outro.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('E-mail')).toBeVisible();
});

test('the verification mail opened in another browser asks for a password there', async ({
  page,
  browser,
}) => {
  const { url } = await start({ SIGNUP_MODE: 'dominio', SIGNUP_DOMAINS: 'unilavras.edu.br' });
  // An attacker signs up with her address; she reads her mail in another browser.
  await page.goto(`${url}/signup`);
  await fillAccount(page);
  const dela = await secondBrowser(browser);
  await dela.goto(await linkFor(RITA.email, 1));
  await expect(dela.getByText('Escolha uma senha para a sua conta.')).toBeVisible();
  await dela.getByLabel('Senha', { exact: true }).fill(NOVA);
  await dela.getByLabel('Confirmar senha').fill(NOVA);
  await dela.getByRole('button', { name: 'Confirmar e entrar' }).click();
  await expect(dela).toHaveURL(`${url}/home`);
  await dela.context().close();

  await page.goto(url);
  await page.getByLabel('E-mail').fill(RITA.email);
  await page.getByLabel('Senha', { exact: true }).fill(RITA.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(toast(page, 'Credenciais inválidas.')).toBeVisible();
});

test('by invitation: mail → account → in, once', async ({ page, browser }) => {
  const { servidor: aberto, url } = await start({});
  const resposta = await aberto.api.post('/api/convites', { data: { email: RITA.email } });
  expect(resposta.status()).toBe(201);
  const link = await linkFor(RITA.email, 1);
  await page.goto(link);
  await expect(page).toHaveURL(`${url}/signup`);
  await expect(page.getByLabel('E-mail')).toHaveValue(RITA.email);
  await expect(page.getByLabel('E-mail')).not.toBeEditable();
  await fillAccount(page, { name: RITA.name });
  await expect(toast(page, `Bem vindo(a), ${RITA.email}`)).toBeVisible();
  await expect(page).toHaveURL(`${url}/home`);

  const outro = await secondBrowser(browser);
  await outro.goto(link);
  await expect(outro.getByText('Este link não vale mais. Peça outro.')).toBeVisible();
  await outro.context().close();
});

test('by approval: received → waits → approved → in', async ({ page }) => {
  const { servidor: aberto, url } = await start({ SIGNUP_MODE: 'aprovacao' });
  await page.goto(`${url}/signup`);
  await fillAccount(page);
  await expect(page.getByText('Cadastro recebido. Aguarde a aprovação.')).toBeVisible();
  await page.getByRole('link', { name: 'Entrar', exact: true }).click();
  await page.getByLabel('E-mail').fill(RITA.email);
  await page.getByLabel('Senha', { exact: true }).fill(RITA.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(toast(page, 'Sua conta ainda aguarda aprovação.')).toBeVisible();

  const espera = await aberto.api.get('/api/usuarios?situacao=aprovacao');
  const [rita] = (await espera.json()) as { id: string; email: string }[];
  expect(rita?.email).toBe(RITA.email);
  expect((await aberto.api.post(`/api/usuarios/${rita?.id}/aprovar`)).ok()).toBe(true);
  await signIn(page, url, '/home', RITA);
});

test('the first account of an exposed server, by the link that it prints', async ({ page }) => {
  const PORT = await freePort();
  // The configuration resolves the name to this machine.
  const PUBLIC_URL = `http://unipark.test:${PORT}`;
  const env = { PORT, PUBLIC_URL, SIGNUP_MODE: 'convite' };
  servidor = await startServer({ conta: false, env });
  expect(servidor.url).toBe(PUBLIC_URL);
  const convite = new RegExp(`${PUBLIC_URL}/signup#convite=\\S+`);
  await expect.poll(() => servidor?.saida).toMatch(convite);
  const link = convite.exec(servidor.saida)?.[0] ?? '';

  await page.goto(PUBLIC_URL);
  await expect(page.getByText('Nenhuma conta ainda.')).toBeHidden();
  await page.goto(`${PUBLIC_URL}/signup`);
  await expect(page.getByText(/O cadastro é feito por convite\./)).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Criar primeira conta' })).toBeVisible();
  await fillAccount(page);
  await expect(page).toHaveURL(`${PUBLIC_URL}/home`);
  await page.goto(`${PUBLIC_URL}/configuracoes`);
  await expect(page.getByRole('heading', { name: 'Configurações', level: 1 })).toBeVisible();
});
