import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const REGRAS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules about colour, of those tags: the only ones that a theme can break. */
const CORES = ['color-contrast', 'link-in-text-block'];

type Run = (context: object, options: axe.RunOptions) => Promise<axe.AxeResults>;

/**
 * What axe finds wrong on the page, or in its colours: the rule and its elements, one line each.
 * `under` is what an open menu covers in part: the covered half of a button is no small target.
 */
export async function listViolations(
  page: Page,
  only?: 'colours',
  under?: string,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const context = { include: [['html']], ...(under && { exclude: [[under]] }) };
  const options: axe.RunOptions = {
    runOnly: only ? { type: 'rule', values: CORES } : { type: 'tag', values: REGRAS },
    // Of what passes it would name every element.
    resultTypes: ['violations'],
  };
  return page.evaluate(
    async (pedido) => {
      const { axe } = window as unknown as { axe: { run: Run } };
      const { violations } = await axe.run(...pedido);
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    },
    [context, options] as [object, axe.RunOptions],
  );
}

/** Waits for finite animations; a spinner has no end. */
export const still = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // A change of theme starts its transitions in the next frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    );
  });

/** axe finds nothing in the light theme, and nothing about the colours of the dark one. */
export async function expectClean(page: Page, where = page.url()): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await still(page);
    const only = colorScheme === 'dark' ? 'colours' : undefined;
    expect(await listViolations(page, only), `${where}, ${colorScheme}`).toEqual([]);
  }
}
