import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const REGRAS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules about colour, of those tags: the only ones that a theme can break. */
const CORES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds wrong on the page, or in its colours: the rule and its elements, one line each.
 * `under` is what an open menu covers in part: the covered half of a button is no small target.
 */
export async function listViolations(
  page: Page,
  only?: 'colours',
  under?: string,
): Promise<string[]> {
  // No page of ours has frames: without this each analysis opens a second page for their results.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (under) axe.exclude(under);
  const { violations } = await (only ? axe.withRules(CORES) : axe.withTags(REGRAS)).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
