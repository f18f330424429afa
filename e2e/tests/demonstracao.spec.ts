/** `npm run demo`, as a new user sees it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const raiz = fileURLToPath(new URL('../..', import.meta.url));
let processo: ChildProcess;
let url: string;

const folders = (): string[] =>
  readdirSync(tmpdir()).filter((nome) => nome.startsWith('unipark-demo-'));
const before = folders();

test.beforeAll(async () => {
  processo = spawn(process.execPath, ['start.mjs', 'scripts/serve.mjs', 'demo'], {
    cwd: raiz,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  url = await new Promise((resolve) => {
    let saida = '';
    processo.stdout?.on('data', (parte) => {
      saida += parte;
      const achado = /UNIPARK no ar: (\S+)[\s\S]*Entrar na demonstração/.exec(saida)?.[1];
      if (achado) resolve(achado);
    });
  });
});

test.afterAll(() => processo.kill());

test('one click signs in: four moving cameras, cars at the gate, and the banner on every screen', async ({
  page,
}) => {
  await page.goto(url);
  await page.getByRole('button', { name: 'Entrar na demonstração' }).click();
  await expect(page).toHaveURL(`${url}/home`);
  await expect(page.getByText('Demonstração', { exact: true })).toBeVisible();
  await expect(page.getByText('3.000')).toBeVisible();

  await page.goto(`${url}/aovivo`);
  await expect(page.getByText('Demonstração', { exact: true })).toBeVisible();
  await expect(page.getByText('4 de 4 no ar')).toBeVisible({ timeout: 20_000 });
  const videos = page.locator('video');
  await expect(videos).toHaveCount(4);
  const times = () =>
    videos.evaluateAll((all) => all.map((video) => (video as HTMLVideoElement).currentTime));
  const first = await times();
  await expect
    .poll(async () => (await times()).every((time, i) => time > (first[i] ?? 0)))
    .toBe(true);

  const newest = page.locator('.cartoes > li').first();
  await expect(newest).not.toContainText('Aguardando veículo', { timeout: 15_000 });
  const seen = await newest.textContent();
  await expect.poll(() => newest.textContent(), { timeout: 20_000 }).not.toBe(seen);
});

test('on a slow phone the hint comes with its screen and moves nothing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(url);
  await page.getByRole('button', { name: 'Entrar na demonstração' }).click();
  await page.getByText('Dica 1 de 4:').waitFor();
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) {
        const { value } = shift as PerformanceEntry & { value: number };
        document.documentElement.dataset.shift = String(
          Number(document.documentElement.dataset.shift ?? 0) + value,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  for (const tela of ['/home', '/veiculos/consultar']) {
    await page.goto(url + tela);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText(/^Dica \d de 4:/).waitFor();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    const shift = await page.evaluate(() => document.documentElement.dataset.shift ?? '0');
    expect(Number(shift), tela).toBeLessThanOrEqual(0.02);
  }
});

test('its data is deleted when it ends', async () => {
  const mine = folders().filter((nome) => !before.includes(nome));
  expect(mine).toHaveLength(1);
  const ended = new Promise((resolve) => processo.once('exit', resolve));
  processo.kill('SIGTERM');
  await ended;
  expect(existsSync(`${tmpdir()}/${mine[0]}`)).toBe(false);
});
