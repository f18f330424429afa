/** Small screens: what stays in one line, what stays in sight, and what must not move. */
import { expect, type Page, test } from '@playwright/test';
import { still } from '../axe.ts';
import { type Servidor, signIn, startServer } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
  const { api } = servidor;
  await api.post('/db/proprietarios', { data: { matricula: '77', nome: 'Ana Souza' } });
  for (const placa of ['RIO2A18', 'RIO2A19']) {
    const data = { placa, tipo: '1', status: 'ATIVO', proprietario_matricula: '77' };
    await api.post('/db/veiculos', { data });
    await api.post('/db/ultimosveiculos', { data: { placa, camera: '1', sentido: 'entrada' } });
  }
});
test.afterAll(() => servidor.stop());

test('Ao Vivo has its three buttons in one line at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, servidor.url, '/aovivo');
  const painel = page.getByRole('region', { name: 'Últimos veículos' });
  const titulo = await painel.getByRole('heading', { name: 'Últimos veículos' }).boundingBox();
  const botoes = [
    painel.getByRole('link', { name: 'Portaria' }),
    painel.getByRole('button', { name: /Som/ }),
    painel.getByRole('button', { name: 'Tela cheia' }),
  ];
  for (const botao of botoes) {
    const caixa = await botao.boundingBox();
    expect(caixa?.y).toBe((await botoes[0]?.boundingBox())?.y);
    expect(caixa?.height).toBe(44);
    expect(caixa?.x).toBeGreaterThan((titulo?.x ?? 0) + (titulo?.width ?? 0));
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

/** The sum of all layout shifts of the page so far, those after a press included. */
const sumShifts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            list
              .getEntries()
              .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
          ),
        ).observe({ type: 'layout-shift', buffered: true });
        // Without a shift there is no call.
        setTimeout(() => resolve(0), 500);
      }),
  );

test("nothing moves while a vehicle's page gets its parts on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, servidor.url);
  // The number of the owner's vehicles arrives after everything else.
  await page.route('**/db/proprietarios/77', async (rota) => {
    await new Promise((later) => setTimeout(later, 1_000));
    await rota.continue();
  });
  await page.goto(`${servidor.url}/veiculos/consultar/RIO2A18`);
  const gaveta = page.getByRole('dialog');
  await expect(gaveta.getByText('Veículo cadastrado')).toBeVisible();
  await expect(gaveta.getByRole('link', { name: 'Tem mais 1 veículo' })).toBeVisible();
  expect(await sumShifts(page)).toBeLessThan(0.002);
});

const TAMANHOS = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const;

test('the line of a lost connection moves nothing, at three sizes', async ({ page, context }) => {
  test.slow();
  await signIn(page, servidor.url);
  const listTops = () =>
    page
      .locator('header, .alert-slot, main, main > *')
      .evaluateAll((todos) => todos.map((um) => um.getBoundingClientRect().top));
  const linha = page.getByText(/^Sem conexão\. Dados das /);
  const sair = page.getByRole('button', { name: 'Logout' });
  for (const caminho of ['/home', '/aovivo', '/portaria']) {
    await page.goto(servidor.url + caminho);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => {});
    const antes: number[][] = [];
    for (const [width, height] of TAMANHOS) {
      await page.setViewportSize({ width, height });
      await still(page);
      antes.push(await listTops());
    }
    await context.setOffline(true);
    // At once, or with the next question to the server, 30 s later.
    await expect(linha).toBeVisible({ timeout: 60_000 });
    for (const [index, [width, height]] of TAMANHOS.entries()) {
      const onde = `${caminho} at ${width} px`;
      await page.setViewportSize({ width, height });
      await still(page);
      expect(await listTops(), onde).toEqual(antes[index]);
      // It covers no control of the header.
      const caixa = await linha.boundingBox();
      const { y = 0, height: altura = 0 } = (await sair.boundingBox()) ?? {};
      expect(caixa?.y, onde).toBeGreaterThanOrEqual(y + altura - 1);
    }
    await context.setOffline(false);
    await expect(linha).toBeHidden();
  }
});

test('the home page is in sight with all its cards at 1024 × 768 and 1366 × 768', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await signIn(page, servidor.url, '/home');
  const telas = page.getByRole('navigation', { name: 'Telas' });
  for (const width of [1024, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    await expect(page.getByRole('img', { name: /^Entradas por hora/ })).toBeVisible();
    await still(page);
    const caixa = await telas.boundingBox();
    expect((caixa?.y ?? 0) + (caixa?.height ?? 0), `${width}`).toBeLessThanOrEqual(768);
    // The chart has three of the four columns, the alarms the fourth.
    const cartoes = await telas
      .getByRole('link')
      .evaluateAll((todos) => todos.slice(0, 4).map((um) => um.getBoundingClientRect().left));
    const alertas = await page.getByRole('region', { name: 'Últimos alertas' }).boundingBox();
    expect(alertas?.x, `${width}`).toBe(cartoes[3]);
  }
});

test('Ao Vivo keeps the words of every card inside it at 1024 × 768', async ({ page }) => {
  const { api } = servidor;
  // A reading that differs from RIO2A18 by one character, and one that nothing resembles.
  for (const placa of ['R1O2A18', 'QXJ0D52', 'RIO2AI8']) {
    await api.post('/db/ultimosveiculos', { data: { placa, camera: '2', sentido: 'saida' } });
  }
  await page.setViewportSize({ width: 1024, height: 768 });
  await signIn(page, servidor.url, '/aovivo');
  await expect(page.locator('.cartao')).toHaveCount(5);
  await page.waitForFunction(() => document.getAnimations().length === 0);
  const fora = await page.locator('.cartao').evaluateAll((cartoes) =>
    cartoes.flatMap((cartao) => {
      const caixa = cartao.getBoundingClientRect();
      return [...cartao.querySelectorAll('.cartao-texto, .cartao-linha, .cartao-status')]
        .filter((parte) => {
          const { bottom, right } = parte.getBoundingClientRect();
          return bottom > caixa.bottom || right > caixa.right;
        })
        .map((parte) => `${parte.className}: ${parte.textContent}`);
    }),
  );
  expect(fora).toEqual([]);
  // The head is one line.
  const painel = page.getByRole('region', { name: 'Últimos veículos' });
  const topos = await painel
    .locator('> div:first-child :is(a, button)')
    .evaluateAll((todos) => todos.map((um) => um.getBoundingClientRect().top));
  expect(topos.length).toBeGreaterThan(3);
  expect(new Set(topos).size).toBe(1);
});

test('no set of filters makes the list of vehicles wider than its screen', async ({ page }) => {
  await signIn(page, servidor.url);
  const filtros = ['status=ATIVO', 'importacao=1', 'proprietario=77', 'vence=semana', 'tipo=1'];
  for (let quantos = 1; quantos <= filtros.length; quantos += 1) {
    await page.goto(`${servidor.url}/veiculos/consultar?${filtros.slice(0, quantos).join('&')}`);
    for (const largura of [1024, 1100, 1280]) {
      await page.setViewportSize({ width: largura, height: 768 });
      await expect(page.getByRole('button', { name: 'Exportar', exact: true })).toBeVisible();
      const measure = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(measure, `${quantos} filters at ${largura} px`).toBe(largura);
    }
  }
});

test('the cards of a list cut no word and keep every button inside', async ({ page }) => {
  const data = { placa: 'ZZZ9Z99', camera: '1', sentido: 'entrada' };
  await servidor.api.post('/db/ultimosveiculos', { data });
  await signIn(page, servidor.url);
  await page.setViewportSize({ width: 320, height: 844 });
  for (const lista of ['/historico', '/historico?situacao=dentro', '/veiculos/consultar']) {
    await page.goto(servidor.url + lista);
    for (const largura of [320, 360, 390]) {
      await page.setViewportSize({ width: largura, height: 844 });
      await expect(page.locator('tbody .actions button').first()).toBeVisible();
      const fora = await page.locator('tbody tr').evaluateAll((cartoes) =>
        cartoes.flatMap((cartao) => {
          const { top, bottom, right } = cartao.getBoundingClientRect();
          return [...cartao.querySelectorAll<HTMLElement>('span:not(.sr-only), a, button')]
            .filter((parte) => {
              const caixa = parte.getBoundingClientRect();
              const isOut = caixa.top < top || caixa.bottom > bottom || caixa.right > right;
              return (
                parte.checkVisibility() && (isOut || parte.scrollWidth > Math.ceil(caixa.width))
              );
            })
            .map((parte) => parte.textContent || parte.title);
        }),
      );
      expect(fora, `${lista} at ${largura} px`).toEqual([]);
    }
  }
});

for (const caminho of ['/veiculos/cadastrar?placa=RIO2A20', '/veiculos/consultar', '/historico']) {
  // 1366 × 768 at 200 %.
  test(`nothing covers what has the focus on ${caminho}, 683 × 384`, async ({ page }) => {
    await page.setViewportSize({ width: 683, height: 384 });
    await signIn(page, servidor.url, caminho);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const vistos = new Set<string>();
    for (let i = 0; i < 45; i += 1) {
      await page.keyboard.press('Tab');
      const [nome, coberto] = await page.evaluate(() => {
        const focused = document.activeElement;
        // After the last element of the page.
        if (!focused || focused === document.body) return ['', false];
        const { left, top, width, height } = focused.getBoundingClientRect();
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        const label = focused.closest('label');
        const seen = above && (focused.contains(above) || above.contains(focused));
        const names = [focused, above].map((element) => element?.outerHTML.slice(0, 200));
        return [names.join(' below '), !seen && !label?.contains(above)];
      });
      expect(coberto, nome).toBe(false);
      vistos.add(nome);
    }
    expect(vistos.size).toBeGreaterThan(15);
  });
}
