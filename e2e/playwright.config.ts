import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { CHROMIUM, SHELL } from './navegador.ts';

/** Notifications, and widths that depend on how text is drawn. */
const WHOLE = /(avisos|ficha|historico|textosHostis)\.spec\.ts$/;

/** Journeys that promise a time (`servidor.ts`): another one beside them would be measured too. */
const ALONE = /@alone/;

const ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--autoplay-policy=no-user-gesture-required',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  // A name that is not this machine's own: an exposed server.
  '--host-resolver-rules=MAP unipark.test 127.0.0.1',
];
/** Playwright's own browser where the system has none. */
const buildLaunch = (executablePath: string | undefined) => ({
  launchOptions: { ...(executablePath && { executablePath }), args: ARGS },
});

/** The system's Chromium where it exists; the flags are for root and for a small /dev/shm. */
export default defineConfig({
  testDir: './tests',
  globalSetup: fileURLToPath(new URL('./preparar.ts', import.meta.url)),
  fullyParallel: false,
  workers: 4,
  // A second try: a test that passes only then is reported as flaky.
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  outputDir: '../node_modules/.cache/unipark/e2e',
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    // A journey that breaks a request needs the request to leave the page.
    serviceWorkers: 'block',
    // A recording costs a third of the processor; to get one: --trace on-first-retry.
    trace: 'off',
  },
  projects: [
    // First: the longest journey is among them, and would run by itself at the end.
    { name: 'whole', testMatch: WHOLE, use: buildLaunch(CHROMIUM) },
    { name: 'shell', testIgnore: WHOLE, grepInvert: ALONE, use: buildLaunch(SHELL) },
    {
      name: 'alone',
      grep: ALONE,
      workers: 1,
      dependencies: ['shell', 'whole'],
      use: buildLaunch(SHELL),
    },
  ],
});
