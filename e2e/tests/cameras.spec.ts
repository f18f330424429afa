/** Four live cameras: they play, enlarge, show their readings, and end with the session. */
import { expect, type Page, test } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { CAMERAS_DEMO, frames, getLugar, lags, watch } from '../cameras.ts';
import { type Servidor, signIn, startServer } from '../servidor.ts';

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer({ cameras: CAMERAS_DEMO });
});
test.afterAll(() => servidor.stop());

const PARADA_MS = 6_000;

/** Stands the page's own thread still: it waits for an answer, and costs no processor meanwhile. */
async function freeze(page: Page): Promise<void> {
  await page.route('**/parada', async (rota) => {
    await new Promise((later) => setTimeout(later, PARADA_MS));
    await rota.fulfill({ status: 200 });
  });
  const parada = await page.evaluate(() => {
    const inicio = performance.now();
    const pedido = new XMLHttpRequest();
    pedido.open('GET', '/parada', false);
    pedido.send();
    return performance.now() - inicio;
  });
  expect(parada).toBeGreaterThanOrEqual(PARADA_MS);
  await page.unroute('**/parada');
}

test('four cameras on one page: they play, recover from a freeze, enlarge, and show their readings', async ({
  page,
}) => {
  await signIn(page, servidor.url);
  await watch(page, servidor.url);
  const worst = async () => Math.max(...(await lags(page)));

  await test.step('each plays close to the newest frame', async () => {
    for (const numero of [1, 2, 3, 4]) {
      await expect(getLugar(page, numero).getByText('Ao vivo')).toBeVisible();
      await expect(getLugar(page, numero).getByText('DEMONSTRAÇÃO')).toBeVisible();
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
    await expect.poll(worst).toBeLessThan(0.8);
  });

  await test.step('a page that froze for six seconds returns to the newest frame', async () => {
    await freeze(page);
    // A page that does not jump needs more than ten seconds, at 1.5 times the speed.
    await expect.poll(worst, { timeout: 8_000, intervals: [250] }).toBeLessThan(0.8);
    await expect(page.getByText('4 de 4 no ar')).toBeVisible();
  });

  await test.step('a click or a key enlarges a camera, Esc returns, and the stream goes on', async () => {
    const painel = page
      .getByRole('list')
      .filter({ has: page.getByRole('heading', { name: 'Câmera 1' }) });
    const inteiro = (await painel.boundingBox())!;
    const width = async (numero: number) => (await getLugar(page, numero).boundingBox())!.width;
    const pequena = await width(1);
    expect(pequena).toBeLessThan(inteiro.width / 2);
    await page.evaluate(() => {
      document.querySelector('video')?.setAttribute('data-primeiro', 'sim');
    });

    await page.getByRole('button', { name: 'Ampliar Câmera 1' }).click();
    const reduzir = page.getByRole('button', { name: 'Reduzir Câmera 1' });
    await expect(reduzir).toBeFocused();
    expect(await width(1)).toBeCloseTo(inteiro.width, 0);
    // The other tiles are covered and cannot take the focus.
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

  await test.step('the last reading of each camera is under it', async () => {
    await expect(getLugar(page, 2).getByText('Câmera 2, sem leitura')).toBeVisible();
    const data = { placa: 'RIO2A18', camera: '2', sentido: 'saida' };
    await servidor.api.post('/db/ultimosveiculos', { data });
    await expect(getLugar(page, 2).getByText('RIO2A18')).toBeVisible();
    await expect(getLugar(page, 2).getByText('Saída')).toBeVisible();
    await expect(getLugar(page, 1).getByText('Câmera 1, sem leitura')).toBeVisible();
    // A reading may name the camera by its name.
    await servidor.api.post('/db/ultimosveiculos', {
      data: { placa: 'ABC1D23', camera: 'Câmera 1' },
    });
    await expect(getLugar(page, 1).getByText('ABC1D23')).toBeVisible();
  });
});

test('a camera is not enlarged by its key when one-letter keys are off', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('unipark.atalhos', 'desligados'));
  await signIn(page, servidor.url);
  await watch(page, servidor.url);
  await page.keyboard.press('1');
  await page.waitForTimeout(300);
  await expect(page.getByRole('button', { name: 'Ampliar Câmera 1' })).toBeVisible();
});

test('signing out in another tab ends the streams of this one', async ({ context }) => {
  const [a, b] = [await context.newPage(), await context.newPage()];
  await signIn(a, servidor.url, '/home');
  const closed: string[] = [];
  b.on('websocket', (socket) => socket.on('close', () => closed.push(socket.url())));
  await watch(b, servidor.url);
  expect(closed).toEqual([]);
  await a.getByRole('button', { name: 'Logout' }).click();
  await a.getByRole('button', { name: 'Confirmar' }).click();
  await expect(b).toHaveURL(`${servidor.url}/`);
  await expect.poll(() => closed.length).toBe(4);
});

test('a browser without MediaSource shows still pictures and says so', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { MediaSource: undefined, ManagedMediaSource: undefined });
  });
  await signIn(page, servidor.url, '/aovivo');
  const primeira = getLugar(page, 1);
  await expect(primeira.getByText('Imagem a cada 1 s').first()).toBeVisible({ timeout: 20_000 });
  const imagem = primeira.getByRole('img', { name: 'Imagem: Câmera 1' });
  const primeiro = await imagem.getAttribute('src');
  expect(await imagem.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(640);
  await expect(imagem).not.toHaveAttribute('src', primeiro!);
});

test('axe finds nothing', async ({ page }) => {
  await signIn(page, servidor.url);
  await watch(page, servidor.url);
  await expectClean(page, 'the cameras');
  await page.getByRole('button', { name: 'Ampliar Câmera 4' }).click();
  await expectClean(page, 'one enlarged');
  await page.keyboard.press('Escape');
  await servidor.kill();
  await expect(page.getByText('Sem conexão com o servidor.').first()).toBeVisible();
  await expectClean(page, 'without a server');
  await servidor.restart();
});
