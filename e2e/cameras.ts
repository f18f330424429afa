/** The four demo cameras in a browser, as the journeys look at them. */
import { expect, type Locator, type Page } from '@playwright/test';

export const CAMERAS_DEMO = ['1', '2', '3', '4'].map((id) => ({
  id,
  nome: `Câmera ${id}`,
  tipo: 'demo',
}));

/** A camera's place. */
export const lugar = (page: Page, numero: number): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Câmera ${numero}` }) });

/** Opens Ao Vivo and waits for all four. */
export async function watch(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/aovivo`);
  await expect(page.getByText('4 de 4 no ar')).toBeVisible({ timeout: 30_000 });
}

/** Frames that each camera has shown so far. */
export const frames = (page: Page): Promise<number[]> =>
  page
    .locator('video')
    .evaluateAll((videos) =>
      videos.map((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames),
    );

/** Seconds between what is shown and the newest that has arrived. */
export const lags = (page: Page): Promise<number[]> =>
  page.locator('video').evaluateAll((videos) =>
    videos.map((video) => {
      const { buffered, currentTime } = video as HTMLVideoElement;
      return buffered.end(buffered.length - 1) - currentTime;
    }),
  );
