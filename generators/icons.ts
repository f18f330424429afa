/**
 * Draws the icons of the installed application, web/public/icone-*.png, from the logo:
 *
 *     node generators/icons.ts
 *
 * It needs a Chromium: the one in CHROMIUM_PATH, else Playwright's.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const PUBLIC = fileURLToPath(new URL('../web/public/', import.meta.url));
const logo = readFileSync(`${PUBLIC}favicon.svg`).toString('base64');

/** `cantos`: as a share of the width. A maskable icon is cut by the system: its logo is smaller. */
const ICONES = [
  { nome: '192', lado: 192, cantos: 0.2, logo: 0.78 },
  { nome: '512', lado: 512, cantos: 0.2, logo: 0.78 },
  { nome: 'maskable-512', lado: 512, cantos: 0, logo: 0.62 },
  { nome: 'apple-180', lado: 180, cantos: 0, logo: 0.72 },
];

const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const { nome, lado, cantos, logo: parte } of ICONES) {
  await page.setViewportSize({ width: lado, height: lado });
  await page.setContent(`<body style="margin:0;background:transparent">
    <div style="width:${lado}px;height:${lado}px;border-radius:${cantos * 100}%;background:#0b3d86;display:grid;place-items:center">
      <img src="data:image/svg+xml;base64,${logo}" style="width:${parte * 100}%">
    </div></body>`);
  await page.screenshot({ path: `${PUBLIC}icone-${nome}.png`, omitBackground: true });
}
await browser.close();
