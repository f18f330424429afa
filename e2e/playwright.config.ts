import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** `npm test` says where; on its own, the system's, else Playwright's. */
const DO_SISTEMA = '/usr/bin/chromium';
const chromium = process.env.CHROMIUM_PATH || (existsSync(DO_SISTEMA) ? DO_SISTEMA : undefined);

/** Chromium of the system where there is one; flags for root and for small /dev/shm. */
export default defineConfig({
  testDir: './tests',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  outputDir: '../node_modules/.cache/unipark/e2e',
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--autoplay-policy=no-user-gesture-required',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
  },
});
