/** How old a picture is when a browser shows it: the time is read from the video itself. */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ALTURA, LARGURA } from './relogio.ts';
import type { BenchServer } from './servidor.ts';

const DO_SISTEMA = '/usr/bin/chromium';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(existsSync(DO_SISTEMA) && { executablePath: DO_SISTEMA }),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  });

/** Signs in and opens the live screen; all four cameras play when it resolves. */
export async function openLive(browser: Browser, { url }: BenchServer): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.getByLabel('E-mail').fill('bancada@exemplo.edu.br');
  await page.getByLabel('Senha', { exact: true }).fill('cancela-azul-42');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL(`${url}/home`);
  await page.goto(`${url}/aovivo`);
  await page.getByText('4 de 4 no ar').waitFor({ timeout: 60_000 });
  await page.waitForTimeout(3_000);
  return page;
}

/** Reads the age of each frame that camera `indice` presents for `duracao` ms. */
export function readAges(page: Page, indice: number, duracao: number): Promise<number[]> {
  return page.evaluate(
    async ([qual, prazo, largura, altura]) => {
      const video = document.querySelectorAll('video')[qual as number] as HTMLVideoElement;
      const tela = new OffscreenCanvas(largura as number, altura as number);
      const pincel = tela.getContext('2d', { willReadFrequently: true });
      const idades: number[] = [];
      const bitAt = (data: Uint8ClampedArray, bit: number, linha: number): boolean =>
        (data[((linha * 20 + 10) * (largura as number) + bit * 20 + 10) * 4] ?? 0) > 128;
      const read = (): void => {
        if (!pincel) return;
        pincel.drawImage(video, 0, 0, largura as number, altura as number);
        const { data } = pincel.getImageData(0, 0, largura as number, 40);
        let valor = 0;
        for (let bit = 0; bit < 32; bit += 1) {
          const claro = bitAt(data, bit, 0);
          // The second row is the inverse: a frame where both agree is damaged and is skipped.
          if (claro === bitAt(data, bit, 1)) return;
          valor = valor * 2 + (claro ? 1 : 0);
        }
        idades.push(((Date.now() >>> 0) - valor) >>> 0);
      };
      const fim = performance.now() + (prazo as number);
      await new Promise<void>((resolve) => {
        const next = (): void => {
          read();
          if (performance.now() < fim) video.requestVideoFrameCallback(next);
          else resolve();
        };
        video.requestVideoFrameCallback(next);
      });
      return idades;
    },
    [indice, duracao, LARGURA, ALTURA],
  );
}
