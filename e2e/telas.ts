/**
 * The addresses of every screen, from the page's own table: a new screen is walked without a change
 * here. And how one is opened inside the page.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { raiz } from './servidor.ts';

const TABLE = readFileSync(join(raiz, 'web/src/app/screens.ts'), 'utf8');
const [open = '', signedIn = ''] = TABLE.split('const CONFIGURACOES');

/** These lead to another screen of the table. */
const LEADING = new Set(['/login', '/configuracoes']);

/** With `placa` in the place of a plate. Screens of other records are left out. */
const listPaths = (table: string, placa: string): string[] =>
  [...table.matchAll(/path: '([^']+)'/g)]
    .map(([, path = '']) => path.replace(':placa', placa))
    .filter((path) => !path.includes(':') && !LEADING.has(path));

/** Screens that anybody may open. */
export const OPEN_PATHS: readonly string[] = listPaths(open, '');

/** Screens of a signed-in person, those of one vehicle for `placa`. */
export const listSignedInPaths = (placa: string): readonly string[] => listPaths(signedIn, placa);

/** Opens another screen inside the page, as a link does: a quarter of the time of a load. */
export async function openInside(page: Page, path: string): Promise<void> {
  const antes = await page.title();
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page).not.toHaveTitle(antes);
}
