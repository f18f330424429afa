/** axe on every screen and dialog, light and dark; no screen wider than a small phone. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { type Servidor, signIn, startServer } from '../servidor.ts';

const PUBLICAS = [
  '/',
  '/signup',
  '/signup#convite=nao-vale',
  '/signup#confirmar=nao-vale',
  '/passwordrecovery',
  '/passwordrecovery#token=nao-vale',
  '/contato',
  '/privacidade',
  '/acessibilidade',
];
const TELAS = [
  '/home',
  '/aovivo',
  '/historico',
  '/historico/RIO2A18',
  '/portaria',
  '/configuracoes',
  '/configuracoes/dispositivos/novo',
  '/configuracoes/cameras',
  '/configuracoes/alertas',
  '/configuracoes/catalogo',
  '/configuracoes/mensagens',
  '/configuracoes/usuarios',
  '/perfil',
  '/teste',
  '/proprietarios',
  '/proprietarios/consultar',
  '/proprietarios/cadastrar',
  '/veiculos',
  '/veiculos/consultar',
  '/veiculos/cadastrar',
];

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

async function violations(page: Page): Promise<string[]> {
  const { violations: achadas } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return achadas.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

const settled = (page: Page) =>
  page
    .getByRole('heading', { level: 1 })
    .first()
    .waitFor()
    .then(() => page.waitForTimeout(900));

for (const tema of ['light', 'dark'] as const) {
  test.describe(`tema ${tema}`, () => {
    test.use({ colorScheme: tema });

    test('public screens', async ({ page }) => {
      for (const caminho of PUBLICAS) {
        await page.goto(servidor.url + caminho);
        await settled(page);
        expect(await violations(page), caminho).toEqual([]);
      }
    });

    test('signed-in screens', async ({ page }) => {
      // Every screen there is, one after another.
      test.slow();
      await signIn(page, servidor.url);
      for (const caminho of TELAS) {
        await page.goto(servidor.url + caminho);
        await settled(page);
        expect(await violations(page), caminho).toEqual([]);
      }
    });

    test('menu and dialogs, open', async ({ page }) => {
      await signIn(page, servidor.url);
      const open = async (caminho: string, botao: string, aberto: string | RegExp) => {
        await page.goto(servidor.url + caminho);
        await page.getByRole('button', { name: botao }).first().click();
        await page.getByText(aberto).first().waitFor();
        await page.waitForTimeout(400);
        expect(await violations(page), `${caminho} ${botao}`).toEqual([]);
      };
      await open('/home', 'Abrir menu', 'Página Inicial');
      await open('/home', 'Logout', 'Deseja sair?');
      await open('/proprietarios/consultar', 'Editar proprietário 1', 'Editar Proprietário');
      await open('/proprietarios/consultar', 'Excluir proprietário 1', 'Excluir proprietário');
      await open('/veiculos/consultar', 'Editar veículo ABC1234', 'Editar Veículo');
      await open('/veiculos/consultar', 'Excluir veículo ABC1234', 'Excluir veículo');
      await open('/historico', 'Ver passagem RIO2A18', 'Corrigir placa');
    });
  });
}

test('no screen scrolls sideways at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page, servidor.url);
  for (const caminho of [...TELAS, ...PUBLICAS.slice(1)]) {
    await page.goto(servidor.url + caminho);
    await settled(page);
    const sobra = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(sobra, caminho).toBeLessThanOrEqual(0);
  }
});

test('text twice as large leaves header and cards whole at 1280 px', async ({ page }) => {
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

test('nothing trips the content security policy', async ({ page }) => {
  const queixas: string[] = [];
  page.on('console', (linha) => {
    if (/Content Security Policy/i.test(linha.text())) queixas.push(linha.text());
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`Content Security Policy ${violatedDirective} ${blockedURI}`);
    });
  });
  await signIn(page, servidor.url);
  for (const caminho of TELAS) {
    await page.goto(servidor.url + caminho);
    await settled(page);
  }
  await page.getByLabel(/Marca/).click({ force: true });
  await page.getByText('Carros e utilitários pequenos').click();
  await page.getByLabel(/Marca/).fill('Fi');
  await page.getByRole('option', { name: 'Fiat' }).waitFor();
  expect(queixas).toEqual([]);
});
