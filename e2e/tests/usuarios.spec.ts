/** Administration of accounts: approved, disabled while signed in, invited. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { listViolations } from '../axe.ts';
import { CONTA, type Servidor, signIn, startServer, toast } from '../servidor.ts';

const BIA = { name: 'Bia Souza', email: 'bia@unilavras.edu.br', password: 'portao-verde-17' };
const LEO = { name: 'Léo Prado', email: 'leo@unilavras.edu.br', password: 'cancela-verde-9' };

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer({ env: { SIGNUP_MODE: 'aprovacao' } });
});
test.afterAll(() => servidor.stop());

async function anotherBrowser(browser: Browser): Promise<Page> {
  const contexto = await browser.newContext({ locale: 'pt-BR' });
  return contexto.newPage();
}

async function signUp(page: Page, { name, email, password }: typeof BIA): Promise<void> {
  await page.getByLabel('Nome completo').fill(name);
  if (await page.getByLabel('E-mail').isEditable()) await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByLabel('Confirmar senha').fill(password);
  await page.getByRole('button', { name: 'Criar conta' }).click();
}

const act = async (page: Page, nome: string, acao: string): Promise<void> => {
  await page.getByRole('button', { name: `Ações da conta de ${nome}` }).click();
  await page.getByRole('button', { name: `${acao} ${nome}` }).click();
};

test('a pending account is approved and signs in; disabled, it is signed out of an open browser at once', async ({
  page,
  browser,
}) => {
  const { url } = servidor;
  const dela = await anotherBrowser(browser);
  await dela.goto(`${url}/signup`);
  await signUp(dela, BIA);
  await expect(dela.getByText('Cadastro recebido. Aguarde a aprovação.').first()).toBeVisible();

  await signIn(page, url, '/configuracoes/usuarios', CONTA);
  await page.getByRole('button', { name: 'Aprovar Bia Souza' }).click();
  await expect(toast(page, 'Conta de Bia Souza aprovada.')).toBeVisible();
  await expect(page.getByText('Aguardando aprovação')).toBeHidden();

  await signIn(dela, url, '/aovivo', BIA);
  await expect(dela.getByText(/ao vivo/).first()).toBeVisible();

  await act(page, 'Bia Souza', 'Desabilitar');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desabilitar' }).click();
  await expect(toast(page, 'Conta de Bia Souza desabilitada.')).toBeVisible();
  // No input there: the end of the stream tells the page.
  await expect(
    dela.getByText('Sua sessão expirou. Entre novamente para continuar.').first(),
  ).toBeVisible({ timeout: 5_000 });
  await dela.context().close();
});

test('an invitation: the link is copied once, and opens one account', async ({ page, browser }) => {
  const { url } = servidor;
  await signIn(page, url, '/configuracoes/usuarios', CONTA);
  await page.getByRole('button', { name: 'Convidar' }).click();
  const dialogo = page.getByRole('dialog', { name: 'Convidar' });
  await dialogo.getByLabel('E-mail').fill(LEO.email);
  await page.keyboard.press('Enter');
  const link = (await dialogo.getByText('/signup#convite=').textContent()) ?? '';
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialogo.getByRole('button', { name: 'Copiar Link' }).click();
  await expect(dialogo.getByText('Copiado.')).toBeVisible();
  await page.keyboard.press('Escape');
  await dialogo.getByRole('button', { name: 'Já copiei' }).click();
  await expect(dialogo).toBeHidden();
  await expect(page.getByText('convite=')).toHaveCount(0);
  await expect(page.getByRole('rowheader', { name: LEO.email })).toBeVisible();

  const dele = await anotherBrowser(browser);
  await dele.goto(link);
  // The page removes the token from the address after reading it.
  await expect(dele).toHaveURL(/\/signup$/);
  await signUp(dele, LEO);
  await expect(dele).toHaveURL(/\/home$/);
  await dele.context().close();

  const outro = await anotherBrowser(browser);
  await outro.goto(link);
  await expect(outro.getByText('Este link não vale mais. Peça outro.').first()).toBeVisible();
  await outro.context().close();
  await page.reload();
  await expect(page.getByText('Aceito', { exact: true })).toBeVisible();
});

for (const [largura, tema] of [
  [1440, 'light'],
  [390, 'dark'],
] as const) {
  test(`the screen at ${largura} px, ${tema}: nothing overflows, and axe finds nothing`, async ({
    page,
  }) => {
    const { url, api } = servidor;
    await page.setViewportSize({ width: largura, height: 900 });
    await page.emulateMedia({ colorScheme: tema, reducedMotion: 'reduce' });
    const nova = { ...BIA, name: 'Rui Prado', email: `rui${largura}${tema}@unilavras.edu.br` };
    await api.post('/api/auth/sign-up/email', { data: nova });
    await signIn(page, url, '/configuracoes/usuarios', CONTA);
    await page.getByRole('button', { name: 'Aprovar Rui Prado' }).first().waitFor();
    await page.getByRole('heading', { name: 'Convites' }).waitFor();
    const fora = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(fora).toBeLessThanOrEqual(0);
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('button', { name: `Ações da conta de ${CONTA.name}` }).click();
    const papel = page.getByRole('button', {
      name: `Retirar da administração ${CONTA.name}`,
    });
    await papel.waitFor();
    expect((await papel.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await listViolations(page)).toEqual([]);
    await papel.click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    expect(await listViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeHidden();
  });
}
