/** The browsers of the journeys and of the page's measurements. */
import { existsSync } from 'node:fs';

const DO_SISTEMA = '/usr/bin/chromium';
/** The browser of `npm test`; without it the system's, else Playwright's (undefined). */
export const CHROMIUM =
  process.env.CHROMIUM_PATH || (existsSync(DO_SISTEMA) ? DO_SISTEMA : undefined);

const SHELL_DO_SISTEMA = '/usr/bin/chromium-headless-shell';
/** The same Chromium without windows, whose own parts are web pages too: a journey costs a quarter less. */
export const SHELL =
  CHROMIUM === DO_SISTEMA && existsSync(SHELL_DO_SISTEMA) ? SHELL_DO_SISTEMA : CHROMIUM;
