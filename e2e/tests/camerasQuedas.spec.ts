/** Live cameras during faults: a killed server; cut, damaged, restarted and silent streams. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { CAMERAS_DEMO, frames, getLugar, lags, watch } from '../cameras.ts';
import { ALONE, type Servidor, signIn, startServer } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer({ cameras: CAMERAS_DEMO });
});
test.afterAll(() => servidor.stop());

// Three seconds beside other journeys: the ten of the promise need no machine of their own.
test('a killed server is shown, and the cameras are live again within ten seconds of its return', async ({
  page,
}) => {
  await signIn(page, servidor.url);
  await watch(page, servidor.url);
  await servidor.kill();
  await expect(getLugar(page, 1).getByText('Sem conexão com o servidor.')).toBeVisible();
  await expect(
    getLugar(page, 1).getByText(/^desde \d\d:\d\d · nova tentativa em \d+ s$/),
  ).toBeVisible();
  await expect(page.getByText('0 de 4 no ar')).toBeVisible();
  // Long enough for the waits between tries to grow.
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

type StreamCutter = { cut: () => void; corrupt: () => void; restart: () => void };

/** Takes the stream of a camera on its way to the page and injects faults into it. */
async function tap(page: Page, numero: number): Promise<StreamCutter> {
  const fio: StreamCutter = { cut() {}, corrupt() {}, restart() {} };
  await page.routeWebSocket(new RegExp(`/api/cameras/${numero}/live$`), (socket) => {
    const server = socket.connectToServer();
    const sent: (string | Buffer)[] = [];
    server.onMessage((message) => {
      sent.push(message);
      socket.send(message);
    });
    fio.cut = () => {
      server.close();
      socket.close({ code: 1013 });
    };
    // A box of eight bytes with an unknown type.
    fio.corrupt = () => socket.send(Buffer.from('\0\0\0\x08lixo', 'latin1'));
    fio.restart = () => {
      for (const message of [...sent]) socket.send(message);
    };
  });
  return fio;
}

/** Runs `act`, waits until the tile is live again, and answers whether it was ever black. */
async function wasBlack(tile: Locator, what: string, act: () => void): Promise<boolean> {
  await tile.evaluate((element) => {
    const video = element.querySelector('video')!;
    const retrato = element.querySelector('canvas')!;
    const state = { black: 0, held: 0, looks: 0 };
    Object.assign(window, { state });
    // After `emptied` a video shows nothing until its first frame; while it seeks, it shows the
    // last one.
    let empty = false;
    video.addEventListener('emptied', () => {
      empty = true;
    });
    video.addEventListener('loadeddata', () => {
      empty = false;
    });
    const look = () => {
      state.looks += 1;
      if (!retrato.hidden) state.held += 1;
      else if (empty && video.readyState < 2) state.black += 1;
      requestAnimationFrame(look);
    };
    look();
  });
  const count = () =>
    tile.evaluate(() => (window as never as { state: Record<string, number> }).state);
  act();
  await expect.poll(async () => (await count()).held, what).toBeGreaterThan(0);
  await expect(tile.locator('canvas'), what).toBeHidden();
  await expect(tile.getByText('Ao vivo'), what).toBeVisible();
  const { black = 0, looks = 0 } = await count();
  expect(looks).toBeGreaterThan(10);
  return black > 0;
}

test(
  'a stream that breaks off, is damaged or begins anew is resumed, and the tile never goes black',
  ALONE,
  async ({ page }) => {
    const fio = await tap(page, 1);
    await signIn(page, servidor.url);
    await watch(page, servidor.url);
    for (const [what, how] of [
      ['breaks off', 'cut'],
      ['is damaged', 'corrupt'],
      ['begins anew', 'restart'],
    ] as const) {
      await page.waitForTimeout(1_000);
      expect(await wasBlack(getLugar(page, 1), what, () => fio[how]()), what).toBe(false);
      await expect(page.getByText('4 de 4 no ar'), what).toBeVisible();
      await expect.poll(async () => Math.max(...(await lags(page))), what).toBeLessThan(0.8);
    }
  },
);

test('a stream without new frames is called frozen and is restarted', async ({ page }) => {
  let parada = false;
  await page.routeWebSocket(/\/api\/cameras\/2\/live$/, (socket) => {
    const ignored = parada;
    socket.connectToServer().onMessage((message) => {
      if (!parada || ignored) socket.send(message);
    });
  });
  await signIn(page, servidor.url);
  await watch(page, servidor.url);
  parada = true;
  const segunda = getLugar(page, 2);
  await expect(segunda.getByText('Congelada', { exact: true })).toBeVisible();
  await expect(segunda.getByText(/^Imagem congelada há [3-8] s$/)).toBeVisible();
  await expect(page.getByText('3 de 4 no ar')).toBeVisible();
  await expect(segunda.getByText('Ao vivo')).toBeVisible({ timeout: 20_000 });
});

test('a camera that goes offline gives the reason and offers another try', async ({ page }) => {
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
  await watch(page, servidor.url);
  recusar = true;
  fio.cut();
  const terceira = getLugar(page, 3);
  await expect(terceira.getByText('Sem resposta da câmera na rede.')).toBeVisible();
  await expect(terceira.getByText('Sem sinal')).toBeVisible();
  await expect(page.getByText('3 de 4 no ar')).toBeVisible();
  // The last picture stays visible behind the reason.
  expect(await terceira.locator('canvas, video').first().isVisible()).toBe(true);
  await expect(page.getByText('Sem imagem: Câmera 3.')).toBeAttached();
  recusar = false;
  await terceira.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(terceira.getByText('Ao vivo')).toBeVisible();
  await expect(page.getByText('4 de 4 no ar')).toBeVisible();
});
