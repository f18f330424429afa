/** Text of the register never runs as code: markup in every name, on every screen, under our own policy. */
import { expect, type Page, test } from '@playwright/test';
import { type Servidor, signIn, startServer } from '../servidor.ts';
import { listSignedInPaths, openInside } from '../telas.ts';

const GOLPES = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script>',
  '<iframe src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  'javascript:alert(1)',
  '" onmouseover="alert(1)" x="',
  "' autofocus onfocus='alert(1)",
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '<style>@import "//a.br/x.css"</style>',
  '<base href="//a.br/">',
  '<form action="//a.br"><input name=q>',
  '{{constructor.constructor("alert(1)")()}}',
  '$'.concat('{alert(1)}'),
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<math><mtext><img src=x onerror=alert(1)>',
  '__proto__',
];

const PLACAS = GOLPES.map((_, i) => `XSS${i % 10}A${10 + i}`);

let servidor: Servidor;
test.beforeAll(async () => {
  const cameras = GOLPES.slice(0, 4).map((golpe, i) => ({
    id: `c${i}`,
    nome: golpe,
    tipo: 'demo',
    clipe: i + 1,
  }));
  servidor = await startServer({ cameras });
  await fillRegister();
});
test.afterAll(() => servidor.stop());

async function fillRegister(): Promise<void> {
  const send = async (metodo: 'post' | 'put', url: string, data: object) => {
    const resposta = await servidor.api[metodo](url, { data });
    expect([200, 201], `${url}: ${await resposta.text()}`).toContain(resposta.status());
  };
  for (const [i, golpe] of GOLPES.entries()) {
    const [placa, curto] = [PLACAS[i] ?? '', golpe.slice(0, 40)];
    await send('post', '/db/proprietarios', {
      matricula: `${i}${golpe}`.slice(0, 32),
      nome: golpe,
    });
    await send('post', '/db/veiculos', {
      ...{ placa, marca: golpe, modelo: golpe, ano: curto, cor: curto, cidade: golpe },
      ...{
        status: i % 2 ? curto : 'PROIBIDO',
        proprietario_matricula: `${i}${golpe}`.slice(0, 32),
      },
    });
    if (i % 2 === 0) {
      await send('put', `/db/veiculos/${placa}`, { status: 'PROIBIDO', motivo: golpe });
    }
    await send('post', '/db/ultimosveiculos', { placa, camera: golpe.slice(0, 64) });
    await send('post', '/api/dispositivos', {
      ...{ nome: golpe, dialeto: 'unipark', camera: golpe.slice(0, 64) },
      ...{ cameras: { [`x${golpe}`]: golpe.slice(0, 64) } },
    });
  }
  const [de, ate] = [new Date(), new Date(Date.now() + 3_600_000)];
  for (const [i, golpe] of GOLPES.slice(0, 5).entries()) {
    const nome = golpe.slice(0, 100);
    await send('post', '/api/visitantes', {
      ...{ placa: `VIS${i}A11`, nome, anfitriao: nome, destino: nome, de, ate },
    });
    await send('post', '/api/contato', { nome: golpe, email: 'a@b.br', mensagem: golpe });
  }
}

/** Records code that ran and violations of the policy: both are faults. */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  const vistos: string[] = [];
  page.on('dialog', (dialogo) => {
    vistos.push(`dialog: ${dialogo.message()}`);
    void dialogo.dismiss();
  });
  page.on('pageerror', (erro) => vistos.push(`error: ${erro.message}`));
  await page.exposeFunction('stopped', (o: string) => vistos.push(o));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (evento) => {
      const { stopped } = window as unknown as { stopped: (o: string) => void };
      stopped(`policy: ${evento.violatedDirective} ${evento.blockedURI} ${location.pathname}`);
    });
  });
  return async () => vistos;
}

const TELAS = [
  ...listSignedInPaths(PLACAS[0] ?? ''),
  '/proprietarios/consultar?q=script',
  '/veiculos/consultar?q=script',
  ...PLACAS.slice(1, 4).map((placa) => `/veiculos/consultar/${placa}`),
  '/nada/%3Cscript%3Ealert(1)',
];

/** Opens a screen inside the page, as a link does; answers whether a text of the register is on it. */
async function open(page: Page, tela: string): Promise<boolean> {
  await openInside(page, tela);
  await expect(page.getByRole('heading').first()).toBeVisible();
  // It comes with the data; a second is for the screens that have none.
  const texto = page
    .locator('main, [role=dialog]')
    .filter({ hasText: /<script|onerror|__proto__/i })
    .first();
  const visto = await texto.waitFor({ timeout: 1_000 }).then(
    () => true,
    () => false,
  );
  await expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0);
  return visto;
}

test('no text runs on any screen, and the policy blocks nothing', async ({ page }) => {
  test.setTimeout(900_000);
  const vistos = await watch(page);
  await signIn(page, servidor.url, '/privacidade');
  const comTexto: string[] = [];
  for (const tela of TELAS) {
    if (await open(page, tela)) comTexto.push(tela);
  }
  expect(comTexto.length, comTexto.join(' ')).toBeGreaterThanOrEqual(12);
  await page.goto(`${servidor.url}/historico`);
  await page
    .getByRole('button', { name: /^Ver passagem/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Passagem' })).toContainText('__proto__');
  expect(await vistos()).toEqual([]);
});

test('the test sees code that runs: a planted handler raises a dialog or a violation', async ({
  page,
}) => {
  const vistos = await watch(page);
  await page.goto(servidor.url);
  await page.evaluate(() => {
    document.body.innerHTML = '<img src="/nada.png" onerror="alert(1)">';
  });
  await expect.poll(vistos).not.toEqual([]);
});

test('the API’s documentation page works under our own policy', async ({ page }) => {
  test.setTimeout(900_000);
  const vistos = await watch(page);
  for (const caminho of ['/api/docs', '/api/docs/']) {
    await page.goto(`${servidor.url}${caminho}`);
    await expect(page).toHaveTitle('API · UNIPARK');
    // Of a hundred calls the page draws those in sight.
    await expect(page.getByText('Diz se o servidor está no ar')).toBeVisible();
    await expect(page.getByText(/swagger/i)).toHaveCount(0);
    await page.locator('.opblock-summary-control').first().click();
    await expect(page.locator('.opblock.is-open').first()).toBeVisible();
  }
  expect(await vistos()).toEqual([]);
});
