/** The second factor: an authenticator app with its recovery codes, and a passkey. */
import { expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { CONTA, type Servidor, signIn, startServer, toast } from '../servidor.ts';

let servidor: Servidor;
let url: string;
test.beforeEach(async () => {
  servidor = await startServer();
  // A passkey needs a host name; an IP address has none.
  url = servidor.url.replace('127.0.0.1', 'localhost');
});
test.afterEach(() => servidor.stop());

const generateCodigo = (segredo: string, passos = 0): string =>
  new TOTP({ secret: Secret.fromBase32(segredo) }).generate({
    timestamp: Date.now() + passos * 30_000,
  });

const getSeguranca = (page: Page) => page.getByRole('region', { name: 'Segurança' });
const getDialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

async function confirmSenha(page: Page, titulo: string, botao: string): Promise<void> {
  await getDialog(page, titulo).getByLabel('Senha', { exact: true }).fill(CONTA.password);
  await getDialog(page, titulo).getByRole('button', { name: botao }).click();
}

async function signInToPasso(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(page).toHaveURL(`${url}/`);
  await page.getByLabel('E-mail').fill(CONTA.email);
  await page.getByLabel('Senha', { exact: true }).fill(CONTA.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible();
}

async function keepCodigos(page: Page): Promise<string[]> {
  const guardar = getDialog(page, 'Códigos de recuperação');
  const itens = guardar.getByRole('listitem');
  await expect(itens).toHaveCount(10);
  const codigos = await itens.allTextContents();
  await guardar.getByLabel('Guardei os códigos').check();
  await guardar.getByRole('button', { name: 'Concluir' }).click();
  await expect(guardar).toBeHidden();
  return codigos;
}

test('an authenticator app: switched on, asked for at the login, a recovery code works once', async ({
  page,
}) => {
  test.slow();
  await signIn(page, url, '/home');
  await expect(page.getByText('Proteja a administração: ative o segundo fator.')).toBeVisible();
  await page.getByRole('link', { name: 'Abrir Perfil' }).click();
  await getSeguranca(page).getByRole('button', { name: 'Ativar' }).click();
  await confirmSenha(page, 'Aplicativo autenticador', 'Continuar');
  const quadro = getDialog(page, 'Ler o código QR');
  const segredo = (await quadro.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  // A code counts once: the login below uses the next one.
  await quadro.getByLabel('Código mostrado pelo aplicativo').fill(generateCodigo(segredo));
  const codigos = await keepCodigos(page);
  await expect(getSeguranca(page).getByText('10 restantes')).toBeVisible();
  await expect(page.getByText('Proteja a administração')).toBeHidden();

  await signInToPasso(page);
  await page.getByLabel('Código', { exact: true }).fill(generateCodigo(segredo, 1));
  await expect(page).toHaveURL(`${url}/home`);
  await expect(toast(page, `Bem vindo(a), ${CONTA.email}`)).toBeVisible();

  for (const [codigo, entra] of [
    [codigos[0] ?? '', true],
    [codigos[0] ?? '', false],
  ] as const) {
    await signInToPasso(page);
    await page.getByRole('button', { name: 'Usar código de recuperação' }).click();
    await page.getByLabel('Código de recuperação').fill(codigo);
    await page.getByRole('button', { name: 'Confirmar' }).click();
    if (entra) await expect(page).toHaveURL(`${url}/home`);
    else await expect(page.getByText('Código inválido.')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect(page.getByLabel('Senha', { exact: true })).toBeVisible();
});

test('a passkey: created once, used at the login, and asked for again where it is missing', async ({
  page,
  context,
}) => {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, url, '/perfil');
  const clickAdd = () => getSeguranca(page).getByRole('button', { name: 'Adicionar' }).click();
  await clickAdd();
  const adicionar = getDialog(page, 'Adicionar chave de acesso');
  await expect(adicionar.getByLabel('Nome da chave')).toHaveValue(/Chrome no /);
  await adicionar.getByLabel('Nome da chave').fill('Notebook da portaria');
  await confirmSenha(page, 'Adicionar chave de acesso', 'Adicionar');
  const lista = page.getByRole('list', { name: 'Chaves de acesso' });
  await expect(lista.getByText('Notebook da portaria')).toBeVisible();
  await expect(lista.getByText(/nunca usada/)).toBeVisible();
  const feitas = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  expect(feitas.credentials.map(({ rpId }) => rpId)).toEqual(['localhost']);

  // The same device again: it already has its key.
  await clickAdd();
  await confirmSenha(page, 'Adicionar chave de acesso', 'Adicionar');
  await expect(
    adicionar.getByText('Este aparelho já tem uma chave de acesso desta conta.'),
  ).toBeVisible();
  await adicionar.getByRole('button', { name: 'Cancelar' }).click();

  await signInToPasso(page);
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect(page).toHaveURL(`${url}/home`);

  // A device without the key: the page says so and asks again.
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
  await signInToPasso(page);
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect(page.getByText('A chave de acesso não foi usada. Tente de novo.')).toBeVisible();
});

test('opened by an IP address, the profile names the address where passkeys work', async ({
  page,
}) => {
  const numero = servidor.url.replace('localhost', '127.0.0.1');
  await signIn(page, numero, '/perfil');
  await expect(
    getSeguranca(page).getByText(`Para usar chaves de acesso, abra o sistema por ${url}.`),
  ).toBeVisible();
  await expect(getSeguranca(page).getByRole('button', { name: 'Ativar' })).toBeVisible();
  await expect(getSeguranca(page).getByRole('button', { name: 'Adicionar' })).toHaveCount(0);
});
