import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';

/** Journeys against the provider's own emulator: `npm run test:firebase`, and nowhere else. */
export default defineConfig({
  ...base,
  testDir: '.',
  workers: 1,
  // Long journeys, and an emulator that shares the machine with them.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  outputDir: '../../node_modules/.cache/unipark/e2e-firebase',
});
