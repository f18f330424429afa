/** Accounts of firebase: the first account, signing in and out, recovery, disabling, sign-up by domain. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type Servidor, startServer, toast } from '../servidor.ts';
import { type EmulatorKeys, publishChaves } from './chaves.ts';
import { type Emulador, envFirebase, useEmulador } from './emulador.ts';

const MARCIA = {
  name: 'Márcia Carvalho',
  email: 'marcia@unilavras.edu.br',
  password: 'cancela-azul-42',
};
const RITA = { name: 'Rita Alves', email: 'rita@unilavras.edu.br', password: 'portao-verde-17' };

let chaves: EmulatorKeys;
let emulador: Emulador;

test.beforeAll(async () => {
  chaves = await publishChaves();
  emulador = useEmulador(chaves);
});
test.afterAll(() => chaves.close());

interface StoredAccount {
  email: string;
  name: string;
  picture: string | null;
  access_token: string;
}

const stored = (page: Page): Promise<StoredAccount | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('unipark.user') ?? 'null'));

async function signUp(page: Page, url: string, conta: typeof MARCIA): Promise<void> {
  await page.goto(`${url}/signup`);
  await page.getByLabel('Nome completo').fill(conta.name);
  await page.getByLabel('E-mail').fill(conta.email);
  await page.getByLabel('Senha', { exact: true }).fill(conta.password);
  await page.getByLabel('Confirmar senha').fill(conta.password);
  await page.getByRole('button', { name: 'Criar conta' }).click();
}

async function fillLogin(page: Page, url: string, email: string, password: string): Promise<void> {
  await page.goto(`${url}/`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

async function signOut(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page).toHaveURL(`${url}/`);
}

/** Records the violations of the page's content security policy; a journey expects none. */
async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const faltas: string[] = [];
  await context.exposeFunction('recordFalta', (falta: string) => faltas.push(falta));
  await context.addInitScript(() => {
    const { recordFalta } = window as unknown as { recordFalta: (falta: string) => void };
    document.addEventListener('securitypolicyviolation', (falta) =>
      recordFalta(`${falta.violatedDirective} ${falta.blockedURI}`),
    );
  });
  return faltas;
}

test.describe('open to everyone', () => {
  let servidor: Servidor;
  test.beforeAll(async () => {
    servidor = await startServer({ conta: false, env: envFirebase(emulador, chaves) });
  });
  test.afterAll(() => servidor.stop());

  test('sign up, reload, new token, sign out, sign in, recover, disable', async ({
    context,
    page,
    browser,
  }) => {
    const { url } = servidor;
    await emulador.serve(context);
    const faltas = await watchPolicy(context);

    await test.step('sign up: signed in, on the home page', async () => {
      await signUp(page, url, MARCIA);
      await expect(page).toHaveURL(`${url}/home`);
      await expect(toast(page, `Bem vindo(a), ${MARCIA.email}`)).toBeVisible();
      const { access_token, ...user } = (await stored(page)) as StoredAccount;
      expect(user).toEqual({ email: MARCIA.email, name: MARCIA.name, picture: null });
      expect(access_token.split('.')).toHaveLength(3);
    });

    await test.step('the emulator’s unsigned tokens are refused', async () => {
      const cru = emulador.crus[0] as string;
      expect(JSON.parse(Buffer.from(cru.split('.')[0] ?? '', 'base64url').toString()).alg).toBe(
        'none',
      );
      const entrada = await servidor.api.post('/api/auth/firebase', { data: { token: cru } });
      expect(entrada.status()).toBe(401);
      const headers = { authorization: `Bearer ${cru}` };
      expect((await servidor.api.get('/db/veiculos?limite=1', { headers })).status()).toBe(401);
    });

    await test.step('a reload keeps the session', async () => {
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'UNIPARK' })).toBeVisible();
      await expect(page).toHaveURL(`${url}/home`);
    });

    await test.step('a deep link is opened after the login', async () => {
      await page.goto(`${url}/veiculos/consultar`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveURL(`${url}/veiculos/consultar`);
    });

    await test.step('a second tab is signed in with its own token', async () => {
      const outra = await context.newPage();
      await outra.goto(`${url}/home`);
      await expect(outra.getByRole('heading', { level: 1, name: 'UNIPARK' })).toBeVisible();
      await outra.close();
    });

    await test.step('sign out', async () => {
      const { access_token } = (await stored(page)) as StoredAccount;
      const headers = { authorization: `Bearer ${access_token}` };
      expect((await servidor.api.get('/db/veiculos?limite=1', { headers })).status()).toBe(200);
      await signOut(page, url);
      expect(await stored(page)).toBeNull();
      expect((await servidor.api.get('/db/veiculos?limite=1', { headers })).status()).toBe(401);
    });

    await test.step('a wrong password shows its toast', async () => {
      await fillLogin(page, url, MARCIA.email, 'errada-errada');
      await expect(toast(page, 'Credenciais inválidas.')).toBeVisible();
      await fillLogin(page, url, 'ninguem@unilavras.edu.br', MARCIA.password);
      await expect(toast(page, 'Credenciais inválidas.')).toBeVisible();
      expect(await stored(page)).toBeNull();
    });

    await test.step('a reload after the token’s end gets a new one', async () => {
      emulador.vida = 1;
      await fillLogin(page, url, MARCIA.email, MARCIA.password);
      await expect(page).toHaveURL(`${url}/home`);
      const antes = (await stored(page)) as StoredAccount;
      emulador.vida = undefined;
      emulador.chamadas.length = 0;
      // The emulator counts in seconds: a token of the same second is the same token.
      await page.waitForTimeout(1_100);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'UNIPARK' })).toBeVisible();
      await expect
        .poll(async () => (await stored(page))?.access_token)
        .not.toBe(antes.access_token);
      expect(emulador.chamadas).toContain('token');
    });

    await test.step('our server asks the provider for the recovery mail', async () => {
      const anonima = await browser.newContext();
      await emulador.serve(anonima);
      const visita = await anonima.newPage();
      await visita.goto(`${url}/passwordrecovery`);
      await visita.getByLabel('E-mail').fill(MARCIA.email);
      emulador.chamadas.length = 0;
      await visita.getByRole('button', { name: 'Enviar email de recuperação' }).click();
      await expect(toast(visita, 'Siga as instruções no seu e-mail')).toBeVisible();
      await expect
        .poll(async () =>
          (await emulador.mails(MARCIA.email)).map(({ requestType }) => requestType),
        )
        .toEqual(['PASSWORD_RESET']);
      expect(emulador.chamadas).toEqual([]);
      await anonima.close();
    });

    await test.step('a disabled person is signed out at once and cannot sign in', async () => {
      const deRita = await browser.newContext();
      await emulador.serve(deRita);
      const rita = await deRita.newPage();
      await signUp(rita, url, RITA);
      await expect(rita).toHaveURL(`${url}/home`);

      const { access_token } = (await stored(page)) as StoredAccount;
      const headers = { authorization: `Bearer ${access_token}` };
      const lista = await servidor.api.get(`/api/usuarios?q=${RITA.email}`, { headers });
      const [usuario] = (await lista.json()) as { id: string }[];
      const desabilitar = await servidor.api.post(`/api/usuarios/${usuario?.id}/desabilitar`, {
        headers,
        data: {},
      });
      expect(desabilitar.ok(), await desabilitar.text()).toBe(true);

      await rita.reload();
      await expect(rita).toHaveURL(`${url}/`);
      await fillLogin(rita, url, RITA.email, RITA.password);
      const frase = 'Esta conta está desabilitada. Fale com a administração.';
      await expect(toast(rita, frase)).toBeVisible();
      expect(await stored(rita)).toBeNull();
      await deRita.close();
    });

    expect(faltas).toEqual([]);
  });
});

test.describe('by domain', () => {
  let servidor: Servidor;
  test.beforeAll(async () => {
    const env = { SIGNUP_MODE: 'dominio', SIGNUP_DOMAINS: 'exemplo.edu.br' };
    servidor = await startServer({
      conta: false,
      env: { ...envFirebase(emulador, chaves), ...env },
    });
  });
  test.afterAll(() => servidor.stop());

  test('a person is signed in after using the link that the provider mails', async ({
    context,
    page,
  }) => {
    const { url } = servidor;
    await emulador.serve(context);
    // The first account of a local installation needs no confirmation.
    await signUp(page, url, { ...MARCIA, email: 'chefe@exemplo.edu.br' });
    await expect(page).toHaveURL(`${url}/home`);
    await signOut(page, url);

    const nova = { ...RITA, email: 'nova@exemplo.edu.br' };
    await signUp(page, url, nova);
    await expect(
      page.getByText('Confirme o endereço pelo e-mail que enviamos.').first(),
    ).toBeVisible();
    expect(await stored(page)).toBeNull();
    const [mail] = await emulador.mails(nova.email);
    expect(mail?.requestType).toBe('VERIFY_EMAIL');

    await fetch((mail as { oobLink: string }).oobLink);
    await fillLogin(page, url, nova.email, nova.password);
    await expect(page).toHaveURL(`${url}/home`);

    await signOut(page, url);
    await signUp(page, url, { ...RITA, email: 'rita@outro.br' });
    await expect(page.getByText('Use o seu e-mail da instituição.').first()).toBeVisible();
    // The provider keeps no account for a refused address: it can be invited later.
    await fillLogin(page, url, 'rita@outro.br', RITA.password);
    await expect(toast(page, 'Credenciais inválidas.')).toBeVisible();
  });
});
