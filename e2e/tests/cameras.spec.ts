/** Four live cameras in a real browser: they play, grow, survive the server, and end with the session. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type Servidor, signIn, startServer } from '../servidor.ts';

const CAMERAS = ['1', '2', '3', '4'].map((id) => ({ id, nome: `Câmera ${id}`, tipo: 'demo' }));

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer({ cameras: CAMERAS });
});
test.afterAll(() => servidor.stop());

const lugar = (page: Page, numero: number): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Câmera ${numero}` }) });

async function watch(page: Page): Promise<void> {
  await page.goto(`${servidor.url}/aovivo`);
  await expect(page.getByText('4 de 4 no ar')).toBeVisible({ timeout: 20_000 });
}

/** Frames that each camera has shown so far. */
const frames = (page: Page): Promise<number[]> =>
  page
    .locator('video')
    .evaluateAll((videos) =>
      videos.map((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames),
    );

/** Seconds between what is shown and the newest that has arrived. */
const lags = (page: Page): Promise<number[]> =>
  page.locator('video').evaluateAll((videos) =>
    videos.map((video) => {
      const { buffered, currentTime } = video as HTMLVideoElement;
      return buffered.end(buffered.length - 1) - currentTime;
    }),
  );

test('four cameras play, each at the edge of what has arrived', async ({ page }) => {
  await signIn(page, servidor.url);
  await watch(page);
  for (const numero of [1, 2, 3, 4]) {
    await expect(lugar(page, numero).getByText('Ao vivo')).toBeVisible();
    await expect(lugar(page, numero).getByText('DEMONSTRAÇÃO')).toBeVisible();
  }
  const times = () =>
    page
      .locator('video')
      .evaluateAll((videos) => videos.map((video) => (video as HTMLVideoElement).currentTime));
  const [before, shown] = [await times(), await frames(page)];
  await page.waitForTimeout(2_000);
  const [after, later] = [await times(), await frames(page)];
  expect(after).toHaveLength(4);
  for (const [index, time] of after.entries()) {
    expect(time - before[index]!).toBeGreaterThan(1);
    expect(later[index]! - shown[index]!).toBeGreaterThan(15);
  }
  for (const lag of await lags(page)) expect(lag).toBeLessThan(0.8);
});

test('a page that froze for six seconds is at the edge within one', async ({ page }) => {
  await signIn(page, servidor.url);
  await watch(page);
  await page.waitForTimeout(2_000);
  await page.evaluate(() => {
    for (const end = performance.now() + 6_000; performance.now() < end; );
  });
  await page.waitForTimeout(1_000);
  for (const lag of await lags(page)) expect(lag).toBeLessThan(0.4);
  await expect(page.getByText('4 de 4 no ar')).toBeVisible();
});

test('a camera grows by click and by key, and Esc returns, the stream unbroken', async ({
  page,
}) => {
  await signIn(page, servidor.url);
  await watch(page);
  const painel = page
    .getByRole('list')
    .filter({ has: page.getByRole('heading', { name: 'Câmera 1' }) });
  const inteiro = (await painel.boundingBox())!;
  const width = async (numero: number) => (await lugar(page, numero).boundingBox())!.width;
  const pequena = await width(1);
  expect(pequena).toBeLessThan(inteiro.width / 2);
  await page.evaluate(() => {
    document.querySelector('video')?.setAttribute('data-primeiro', 'sim');
  });

  await page.getByRole('button', { name: 'Ampliar Câmera 1' }).click();
  const reduzir = page.getByRole('button', { name: 'Reduzir Câmera 1' });
  await expect(reduzir).toBeFocused();
  expect(await width(1)).toBeCloseTo(inteiro.width, 0);
  // The others lie underneath, out of reach.
  await expect(painel.locator('> li[inert]')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Ampliar Câmera 1' })).toBeFocused();
  expect(await width(1)).toBeCloseTo(pequena, 0);

  await page.keyboard.press('3');
  await expect(page.getByRole('button', { name: 'Reduzir Câmera 3' })).toBeFocused();
  await page.keyboard.press('2');
  await expect(page.getByRole('button', { name: 'Reduzir Câmera 2' })).toBeFocused();
  await page.keyboard.press('2');
  await expect(page.getByRole('button', { name: 'Ampliar Câmera 2' })).toBeVisible();

  await expect(page.locator('video[data-primeiro]')).toHaveCount(1);
  await expect(page.getByText('4 de 4 no ar')).toBeVisible();
});

test('one-letter keys that are switched off enlarge nothing', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('unipark.atalhos', 'desligados'));
  await signIn(page, servidor.url);
  await watch(page);
  await page.keyboard.press('1');
  await page.waitForTimeout(300);
  await expect(page.getByRole('button', { name: 'Ampliar Câmera 1' })).toBeVisible();
});

test('what each camera read last stands under it', async ({ page }) => {
  await signIn(page, servidor.url);
  await watch(page);
  await expect(lugar(page, 2).getByText('Câmera 2, sem leitura')).toBeVisible();
  const data = { placa: 'RIO2A18', camera: '2', sentido: 'saida' };
  await servidor.api.post('/db/ultimosveiculos', { data });
  await expect(lugar(page, 2).getByText('RIO2A18')).toBeVisible();
  await expect(lugar(page, 2).getByText('Saída')).toBeVisible();
  await expect(lugar(page, 1).getByText('Câmera 1, sem leitura')).toBeVisible();
  // Readers may know the camera by its name.
  await servidor.api.post('/db/ultimosveiculos', {
    data: { placa: 'ABC1D23', camera: 'Câmera 1' },
  });
  await expect(lugar(page, 1).getByText('ABC1D23')).toBeVisible();
});

test('a server that was killed: said, and live again within five seconds of its return', async ({
  page,
}) => {
  await signIn(page, servidor.url);
  await watch(page);
  await servidor.kill();
  await expect(lugar(page, 1).getByText('Sem conexão com o servidor.')).toBeVisible();
  await expect(
    lugar(page, 1).getByText(/^desde \d\d:\d\d · nova tentativa em \d+ s$/),
  ).toBeVisible();
  await expect(page.getByText('0 de 4 no ar')).toBeVisible();
  // Long enough for the waits between tries to have grown.
  await page.waitForTimeout(12_000);
  await servidor.restart();
  const inicio = Date.now();
  await expect(page.getByText('4 de 4 no ar')).toBeVisible();
  const demora = Date.now() - inicio;
  console.log(`server back → four cameras live: ${demora} ms`);
  expect(demora).toBeLessThan(10_000);
  const shown = await frames(page);
  await page.waitForTimeout(1_000);
  for (const [index, count] of (await frames(page)).entries()) {
    expect(count).toBeGreaterThan(shown[index]!);
  }
});

type Fio = { cortar: () => void; estragar: () => void; recomecar: () => void };

/** Sits between a camera's stream and the page, and does to it what networks and engines do. */
async function tap(page: Page, numero: number): Promise<Fio> {
  const fio: Fio = { cortar() {}, estragar() {}, recomecar() {} };
  await page.routeWebSocket(new RegExp(`/api/cameras/${numero}/live$`), (socket) => {
    const server = socket.connectToServer();
    const sent: (string | Buffer)[] = [];
    server.onMessage((message) => {
      sent.push(message);
      socket.send(message);
    });
    fio.cortar = () => {
      server.close();
      socket.close({ code: 1013 });
    };
    // A box of eight bytes that no decoder knows.
    fio.estragar = () => socket.send(Buffer.from('\0\0\0\x08lixo', 'latin1'));
    fio.recomecar = () => {
      for (const message of [...sent]) socket.send(message);
    };
  });
  return fio;
}

/** Looks at a tile until it is live again after `act`: was it ever without a picture? */
async function wasBlack(tile: Locator, act: () => void): Promise<boolean> {
  await tile.evaluate((element) => {
    const video = element.querySelector('video')!;
    const retrato = element.querySelector('canvas')!;
    const state = { black: 0, held: 0, looks: 0 };
    Object.assign(window, { state });
    const look = () => {
      state.looks += 1;
      if (!retrato.hidden) state.held += 1;
      else if (video.readyState < 2) state.black += 1;
      requestAnimationFrame(look);
    };
    look();
  });
  const count = () =>
    tile.evaluate(() => (window as never as { state: Record<string, number> }).state);
  act();
  await expect.poll(async () => (await count()).held).toBeGreaterThan(0);
  await expect(tile.locator('canvas')).toBeHidden();
  await expect(tile.getByText('Ao vivo')).toBeVisible();
  const { black = 0, looks = 0 } = await count();
  expect(looks).toBeGreaterThan(10);
  return black > 0;
}

for (const [what, how] of [
  ['breaks off', 'cortar'],
  ['is damaged', 'estragar'],
  ['begins anew', 'recomecar'],
] as const) {
  test(`a stream that ${what} is taken up again, and the tile never goes black`, async ({
    page,
  }) => {
    const fio = await tap(page, 1);
    await signIn(page, servidor.url);
    await watch(page);
    await page.waitForTimeout(1_000);
    expect(await wasBlack(lugar(page, 1), () => fio[how]())).toBe(false);
    await expect(page.getByText('4 de 4 no ar')).toBeVisible();
    for (const lag of await lags(page)) expect(lag).toBeLessThan(0.8);
  });
}

test('frames that stop coming are called frozen, and asked for again', async ({ page }) => {
  let parada = false;
  await page.routeWebSocket(/\/api\/cameras\/2\/live$/, (socket) => {
    const ignored = parada;
    socket.connectToServer().onMessage((message) => {
      if (!parada || ignored) socket.send(message);
    });
  });
  await signIn(page, servidor.url);
  await watch(page);
  parada = true;
  const segunda = lugar(page, 2);
  await expect(segunda.getByText('Congelada', { exact: true })).toBeVisible();
  await expect(segunda.getByText(/^Imagem congelada há [3-8] s$/)).toBeVisible();
  await expect(page.getByText('3 de 4 no ar')).toBeVisible();
  await expect(segunda.getByText('Ao vivo')).toBeVisible({ timeout: 20_000 });
});

test('a camera that goes says why, and another try is at hand', async ({ page }) => {
  let recusar = false;
  await page.route('**/api/cameras/3/ticket', (rota) =>
    recusar
      ? rota.fulfill({
          status: 503,
          json: { codigo: 'unreachable', mensagem: 'Sem resposta da câmera na rede.' },
        })
      : rota.continue(),
  );
  const fio = await tap(page, 3);
  await signIn(page, servidor.url);
  await watch(page);
  recusar = true;
  fio.cortar();
  const terceira = lugar(page, 3);
  await expect(terceira.getByText('Sem resposta da câmera na rede.')).toBeVisible();
  await expect(terceira.getByText('Sem sinal')).toBeVisible();
  await expect(page.getByText('3 de 4 no ar')).toBeVisible();
  // The last picture is still there, behind the reason.
  expect(await terceira.locator('canvas, video').first().isVisible()).toBe(true);
  await expect(page.getByText('Sem imagem: Câmera 3.')).toBeAttached();
  recusar = false;
  await terceira.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(terceira.getByText('Ao vivo')).toBeVisible();
  await expect(page.getByText('4 de 4 no ar')).toBeVisible();
});

test('signing out in another tab ends the streams of this one', async ({ context }) => {
  const [a, b] = [await context.newPage(), await context.newPage()];
  await signIn(a, servidor.url);
  const closed: string[] = [];
  b.on('websocket', (socket) => socket.on('close', () => closed.push(socket.url())));
  await watch(b);
  expect(closed).toEqual([]);
  await a.getByRole('button', { name: 'Logout' }).click();
  await a.getByRole('button', { name: 'Confirmar' }).click();
  await expect(b).toHaveURL(`${servidor.url}/`);
  await expect.poll(() => closed.length).toBe(4);
});

test('a browser without MediaSource is shown pictures, and told so', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { MediaSource: undefined, ManagedMediaSource: undefined });
  });
  await signIn(page, servidor.url);
  await page.goto(`${servidor.url}/aovivo`);
  const primeira = lugar(page, 1);
  await expect(primeira.getByText('Imagem a cada 1 s').first()).toBeVisible({ timeout: 20_000 });
  const imagem = primeira.getByRole('img', { name: 'Imagem: Câmera 1' });
  const primeiro = await imagem.getAttribute('src');
  expect(await imagem.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(640);
  await expect(imagem).not.toHaveAttribute('src', primeiro!);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, servidor.url);
    await watch(page);
    const examine = async () => {
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual(
        [],
      );
    };
    await examine();
    await page.getByRole('button', { name: 'Ampliar Câmera 4' }).click();
    await examine();
    await page.keyboard.press('Escape');
    await servidor.kill();
    await expect(page.getByText('Sem conexão com o servidor.').first()).toBeVisible();
    await examine();
    await servidor.restart();
  });
}
