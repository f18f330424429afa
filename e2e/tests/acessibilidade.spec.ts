/** axe on every screen and dialog, light and dark; no screen wider than a small phone. */
import { expect, type Page, test } from '@playwright/test';
import { expectClean, listViolations, still } from '../axe.ts';
import { CONTA, type Servidor, signIn, startServer } from '../servidor.ts';
import { listSignedInPaths, OPEN_PATHS, openInside } from '../telas.ts';

const PUBLICAS = [
  ...OPEN_PATHS,
  '/signup#convite=nao-vale',
  '/signup#confirmar=nao-vale',
  '/passwordrecovery#token=nao-vale',
];
const TELAS = [...listSignedInPaths('RIO2A18'), '/visitantes?placa=ABC1D23'];

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
  const { api } = servidor;
  await api.post('/db/proprietarios', { data: { matricula: '1', nome: 'Ana Souza' } });
  for (const [placa, status] of [
    ['ABC1234', 'ATIVO'],
    ['RIO2A18', 'PROIBIDO'],
    ['QXJ0D52', 'VISITANTE'],
  ]) {
    await api.post('/db/veiculos', {
      data: { placa, status, tipo: '1', modelo: 'GOL', cor: 'Prata', proprietario_matricula: '1' },
    });
    await api.post('/db/ultimosveiculos', { data: { placa } });
  }
});
test.afterAll(() => servidor.stop());

/** Waits until the screen shows its data and nothing on it moves or fades. */
async function settled(page: Page): Promise<void> {
  // An open dialog hides the page's heading from the accessibility tree.
  await page.locator('h1').first().waitFor();
  await expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0);
  await still(page);
}

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Visits each screen in both themes, at 1440 and at 320 pixels. */
async function walk(
  page: Page,
  caminhos: readonly string[],
  open: (caminho: string) => Promise<unknown>,
): Promise<void> {
  test.setTimeout(900_000);
  for (const caminho of caminhos) {
    await open(caminho);
    await settled(page);
    await expectClean(page, caminho);
    await page.setViewportSize({ width: 320, height: 700 });
    await expect.poll(() => sideways(page), `${caminho} at 320 px`).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
}

async function policyComplaints(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (line) => {
    if (/Content Security Policy/i.test(line.text())) complaints.push(line.text());
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`Content Security Policy ${violatedDirective} ${blockedURI}`);
    });
  });
  return complaints;
}

test('public screens: axe in both themes, no sideways scroll at 320 px, no policy violation', async ({
  page,
}) => {
  const complaints = await policyComplaints(page);
  await walk(page, PUBLICAS, (caminho) => page.goto(servidor.url + caminho));
  expect(complaints).toEqual([]);
});

test('signed-in screens: axe in both themes, no sideways scroll at 320 px, no policy violation', async ({
  page,
}) => {
  const complaints = await policyComplaints(page);
  await signIn(page, servidor.url, '/privacidade');
  await walk(page, TELAS, (caminho) => openInside(page, caminho));
  await page.goto(`${servidor.url}/veiculos/cadastrar`);
  await page.getByText('Carros e utilitários pequenos').click();
  await page.getByLabel(/Marca/).fill('Fi');
  await page.getByRole('option', { name: 'Fiat' }).waitFor();
  // An open list stands beside the landmarks.
  const faults = (await listViolations(page)).filter((fault) => !fault.startsWith('region:'));
  expect(faults).toEqual([]);
  expect(complaints).toEqual([]);
});

/** Screen, the button or the keys that open something, and a text of what is open. */
const ABERTOS: readonly [string, string | RegExp | { keys: string }, string | RegExp][] = [
  ['/home', 'Abrir menu', CONTA.email],
  ['/home', 'Logout', 'Deseja sair?'],
  ['/home', /^Mensagens/, 'Mensagens desta sessão'],
  ['/home', 'Ver como tabela', /^Média d/],
  ['/home', { keys: '?' }, 'Atalhos do teclado'],
  ['/home', { keys: 'Control+k' }, 'Preferências'],
  ['/veiculos/consultar/ABC1234', { keys: 'Control+k' }, 'Preferências'],
  ['/proprietarios/consultar/1', { keys: '' }, 'Incluir veículo'],
  ['/proprietarios/consultar/1', 'Informar contato', 'Telefone'],
  ['/proprietarios/consultar/1', 'Anonimizar titular', 'Não pode ser desfeito.'],
  ['/proprietarios/consultar', 'Editar proprietário 1', 'Editar Proprietário'],
  ['/proprietarios/consultar', 'Excluir proprietário 1', 'Excluir proprietário'],
  ['/veiculos/consultar', 'Editar veículo ABC1234', 'Editar Veículo'],
  ['/veiculos/consultar', 'Excluir veículo ABC1234', 'Excluir veículo'],
  ['/historico', 'Ver passagem RIO2A18', 'Corrigir placa'],
  ['/perfil', 'Alterar senha', 'Senha atual'],
  ['/perfil', 'Trocar foto', 'Escolher foto'],
  ['/configuracoes/usuarios', 'Convidar', /O convite vale/],
  ['/configuracoes/usuarios', /^Ações da conta/, 'Desabilitar'],
];

test('open menus, panels and dialogs: axe in both themes', async ({ page }) => {
  test.setTimeout(900_000);
  await signIn(page, servidor.url);
  for (const [caminho, como, aberto] of ABERTOS) {
    await page.goto(servidor.url + caminho);
    await settled(page);
    if (typeof como === 'object' && 'keys' in como) {
      if (como.keys) await page.keyboard.press(como.keys);
    } else await page.getByRole('button', { name: como }).first().click();
    await page.getByText(aberto).first().waitFor();
    await settled(page);
    await expectClean(page, `${caminho} ${typeof como === 'string' ? como : aberto}`);
  }
});

test('the menu of a phone and its open filters: axe in both themes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, servidor.url);
  const filtro = page.getByRole('combobox', { name: 'Status', exact: true });
  for (const [caminho, botao, aberto] of [
    ['/home', /^Mais opções/, page.getByRole('dialog', { name: 'Mais opções' })],
    ['/veiculos/consultar', 'Filtros', filtro],
    ['/historico', 'Filtros', filtro],
  ] as const) {
    await page.goto(servidor.url + caminho);
    await settled(page);
    await page.getByRole('button', { name: botao }).click();
    // The panel is a part of its own: what opens may come after the press.
    await expect(aberto).toBeVisible();
    await expectClean(page, `${caminho} ${botao}`);
  }
});

test('text twice as large cuts neither header nor cards at 1280 px', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, servidor.url);
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });
  for (const caminho of ['/home', '/aovivo']) {
    await page.goto(servidor.url + caminho);
    await settled(page);
    const fora = await page.evaluate(() =>
      [...document.querySelectorAll('header button, .cartao-status, .cartao-hora')]
        .filter((parte) => {
          const limite = parte.closest('.cartao') ?? document.documentElement;
          const { right } = parte.getBoundingClientRect();
          const cabe = right <= limite.getBoundingClientRect().right;
          return !cabe || (parte.matches('.cartao *') && parte.scrollWidth > parte.clientWidth);
        })
        .map(({ textContent }) => textContent),
    );
    expect(fora, caminho).toEqual([]);
  }
});

test('Ao Vivo and the vehicle form fit their screens', async ({ page }) => {
  await signIn(page, servidor.url);
  for (const [caminho, width, height] of [
    ['/aovivo', 1440, 900],
    ['/aovivo', 1920, 1080],
    ['/veiculos/cadastrar', 1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(servidor.url + caminho);
    await settled(page);
    const sobra = await page.evaluate(
      () => document.documentElement.scrollHeight - window.innerHeight,
    );
    expect(sobra, `${caminho} ${width}×${height}`).toBeLessThanOrEqual(0);
  }
});
