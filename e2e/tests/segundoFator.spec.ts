/** The second factor, whole: an authenticator app with its recovery codes, and a passkey. */
import { expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { CONTA, type Servidor, signIn, startServer, toast } from '../servidor.ts';

let servidor: Servidor;
let url: string;
test.beforeEach(async () => {
  servidor = await startServer();
  // A passkey belongs to a name: by number there is none.
  url = servidor.url.replace('127.0.0.1', 'localhost');
});
test.afterEach(() => servidor.stop());

const codigoDe = (segredo: string, passos = 0): string =>
  new TOTP({ secret: Secret.fromBase32(segredo) }).generate({
    timestamp: Date.now() + passos * 30_000,
  });

const seguranca = (page: Page) => page.getByRole('region', { name: 'Segurança' });
const dialogo = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

async function confirmaSenha(page: Page, titulo: string, botao: string): Promise<void> {
  await dialogo(page, titulo).getByLabel('Senha', { exact: true }).fill(CONTA.password);
  await dialogo(page, titulo).getByRole('button', { name: botao }).click();
}

/** Out, and in again as far as the second step. */
async function entraAteOPasso(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(page).toHaveURL(`${url}/`);
  await page.getByLabel('E-mail').fill(CONTA.email);
  await page.getByLabel('Senha', { exact: true }).fill(CONTA.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible();
}

async function guardaCodigos(page: Page): Promise<string[]> {
  const guardar = dialogo(page, 'Códigos de recuperação');
  const codigos = await guardar.getByRole('listitem').allTextContents();
  await guardar.getByLabel('Guardei os códigos').check();
  await guardar.getByRole('button', { name: 'Concluir' }).click();
  await expect(guardar).toBeHidden();
  return codigos;
}

test('an authenticator app: on, a code at the door, a recovery code once and not twice', async ({
  page,
}) => {
  test.slow();
  await signIn(page, url);
  await expect(page.getByText('Proteja a administração: ative o segundo fator.')).toBeVisible();
  await page.getByRole('link', { name: 'Abrir Perfil' }).click();
  await seguranca(page).getByRole('button', { name: 'Ativar' }).click();
  await confirmaSenha(page, 'Aplicativo autenticador', 'Continuar');
  const quadro = dialogo(page, 'Ler o código QR');
  const segredo = (await quadro.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  // The code of the step before: the door below takes this one's.
  await quadro.getByLabel('Código mostrado pelo aplicativo').fill(codigoDe(segredo, -1));
  const codigos = await guardaCodigos(page);
  expect(codigos).toHaveLength(10);
  await expect(seguranca(page).getByText('10 restantes')).toBeVisible();
  await expect(page.getByText('Proteja a administração')).toBeHidden();

  await entraAteOPasso(page);
  await page.getByLabel('Código', { exact: true }).fill(codigoDe(segredo));
  await expect(page).toHaveURL(`${url}/home`);
  await expect(toast(page, `Bem vindo(a), ${CONTA.email}`)).toBeVisible();

  for (const [codigo, entra] of [
    [codigos[0] ?? '', true],
    [codigos[0] ?? '', false],
  ] as const) {
    await entraAteOPasso(page);
    await page.getByRole('button', { name: 'Usar código de recuperação' }).click();
    await page.getByLabel('Código de recuperação').fill(codigo);
    await page.getByRole('button', { name: 'Confirmar' }).click();
    if (entra) await expect(page).toHaveURL(`${url}/home`);
    else await expect(page.getByText('Código inválido.')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect(page.getByLabel('Senha', { exact: true })).toBeVisible();
});

test('a passkey: made once, used at the door, and missed where it is not', async ({
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
  await signIn(page, url);
  await page.goto(`${url}/perfil`);
  const abre = () => seguranca(page).getByRole('button', { name: 'Adicionar' }).click();
  await abre();
  const adicionar = dialogo(page, 'Adicionar chave de acesso');
  await expect(adicionar.getByLabel('Nome da chave')).toHaveValue(/Chrome no /);
  await adicionar.getByLabel('Nome da chave').fill('Notebook da portaria');
  await confirmaSenha(page, 'Adicionar chave de acesso', 'Adicionar');
  const lista = page.getByRole('list', { name: 'Chaves de acesso' });
  await expect(lista.getByText('Notebook da portaria')).toBeVisible();
  await expect(lista.getByText(/nunca usada/)).toBeVisible();
  const feitas = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  expect(feitas.credentials.map(({ rpId }) => rpId)).toEqual(['localhost']);

  // The same device a second time: its key is there already.
  await abre();
  await confirmaSenha(page, 'Adicionar chave de acesso', 'Adicionar');
  await expect(
    adicionar.getByText('Este aparelho já tem uma chave de acesso desta conta.'),
  ).toBeVisible();
  await adicionar.getByRole('button', { name: 'Cancelar' }).click();

  await entraAteOPasso(page);
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect(page).toHaveURL(`${url}/home`);

  // Another device, or one that lost its key: told, and asked again.
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
  await entraAteOPasso(page);
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect(page.getByText('A chave de acesso não foi usada. Tente de novo.')).toBeVisible();
});

test('opened by number, the profile says by which name passkeys work', async ({ page }) => {
  const numero = servidor.url.replace('localhost', '127.0.0.1');
  await signIn(page, numero);
  await page.goto(`${numero}/perfil`);
  await expect(
    seguranca(page).getByText(`Para usar chaves de acesso, abra o sistema por ${url}.`),
  ).toBeVisible();
  await expect(seguranca(page).getByRole('button', { name: 'Ativar' })).toBeVisible();
  await expect(seguranca(page).getByRole('button', { name: 'Adicionar' })).toHaveCount(0);
});
