/** Four RTSP cameras: one goes offline, gives its reason, and returns by itself. */
import { expect, test } from '@playwright/test';
import { type FakeCamera, startFakeCamera } from '../../server/test/rtsp.ts';
import { clipe } from '../../server/test/video.ts';
import { frames, getLugar, watch } from '../cameras.ts';
import { type Servidor, signIn, startServer } from '../servidor.ts';

const conta = { usuario: 'unipark', senha: "p@ss'1" };
let cameras: FakeCamera[];
let servidor: Servidor;

test.beforeAll(async () => {
  cameras = await Promise.all(
    ([1, 2, 3, 4] as const).map((n) => startFakeCamera({ clip: clipe(n), ...conta })),
  );
  process.env.CAMERAS_SENHA = conta.senha;
  servidor = await startServer({
    cameras: cameras.map(({ url }, i) => ({
      id: `${i + 1}`,
      nome: `Câmera ${i + 1}`,
      tipo: 'rtsp',
      url,
      usuario: conta.usuario,
      senhaEnv: 'CAMERAS_SENHA',
    })),
  });
});
test.afterAll(async () => {
  await servidor.stop();
  for (const camera of cameras) await camera.close();
});

test('one of four goes offline: its tile gives the reason, the others play on, and it returns by itself', async ({
  page,
}) => {
  await signIn(page, servidor.url);
  await watch(page, servidor.url);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const [, segunda] = cameras as [FakeCamera, FakeCamera];

  await segunda.down();
  const place = getLugar(page, 2);
  await expect(
    place.getByText(/A câmera (encerrou a transmissão|recusou a conexão)/).first(),
  ).toBeVisible({ timeout: 5_000 });
  await expect(page.getByText('3 de 4 no ar')).toBeVisible();
  // Frames that were already received may still be painted, so a first look may count four.
  await expect(async () => {
    const before = await frames(page);
    await page.waitForTimeout(1_500);
    const after = await frames(page);
    expect(after.filter((count, i) => count > (before[i] ?? 0))).toHaveLength(3);
  }).toPass({ timeout: 8_000 });

  await segunda.up();
  await expect(page.getByText('4 de 4 no ar')).toBeVisible({ timeout: 16_000 });
  expect(loads).toBe(0);
  expect(cameras.map((camera) => camera.clients())).toEqual([1, 1, 1, 1]);
});

test('a camera that hangs and one with a changed password give different reasons', async ({
  page,
}) => {
  const [primeira, , terceira] = cameras as [FakeCamera, FakeCamera, FakeCamera];
  await signIn(page, servidor.url);
  await watch(page, servidor.url);
  primeira.hang();
  await expect(
    getLugar(page, 1).getByText('A câmera parou de enviar imagens.').first(),
  ).toBeVisible({
    timeout: 10_000,
  });
  await primeira.up();
  terceira.humor('401');
  await terceira.play(clipe(3));
  await expect(
    getLugar(page, 3).getByText('Usuário ou senha da câmera incorretos.').first(),
  ).toBeVisible({ timeout: 20_000 });
  expect(await page.content()).not.toContain(conta.senha);
});
