import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';

/** Journeys against firebase's own emulator: only `npm run test:firebase` runs them. */
export default defineConfig({
  ...base,
  testDir: '.',
  workers: 1,
  // The journeys are long and share the machine with the emulator.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  outputDir: '../../node_modules/.cache/unipark/e2e-firebase',
});
