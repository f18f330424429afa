import { expect, type Locator, type Page } from '@playwright/test';

export const CAMERAS_DEMO = ['1', '2', '3', '4'].map((id) => ({
  id,
  nome: `Câmera ${id}`,
  tipo: 'demo',
}));

export const getLugar = (page: Page, numero: number): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Câmera ${numero}` }) });

/** Opens Ao Vivo and waits until all four play. */
export async function watch(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/aovivo`);
  await expect(page.getByText('4 de 4 no ar')).toBeVisible({ timeout: 30_000 });
}

export const frames = (page: Page): Promise<number[]> =>
  page
    .locator('video')
    .evaluateAll((videos) =>
      videos.map((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames),
    );

/** For each camera, the seconds between the shown frame and the newest one received. */
export const lags = (page: Page): Promise<number[]> =>
  page.locator('video').evaluateAll((videos) =>
    videos.map((video) => {
      const { buffered, currentTime } = video as HTMLVideoElement;
      return buffered.end(buffered.length - 1) - currentTime;
    }),
  );
