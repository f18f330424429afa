import { expect, it, onTestFinished, vi } from 'vitest';
import type { Screen } from './screens.ts';

const listAll = (screens: readonly Screen[]): Screen[] =>
  screens.flatMap((screen) => [screen, ...listAll(screen.children ?? [])]);

// No second try: a module is evaluated once.
it('no file of a screen makes a format of Intl while it loads', { retry: 0 }, async () => {
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const calls: string[] = [];
  const watched = new Proxy(Intl, {
    get(target, name: keyof typeof Intl) {
      calls.push(`Intl.${String(name)} ${new Error().stack?.split('\n')[2]?.trim()}`);
      return target[name];
    },
  });
  vi.stubGlobal('Intl', watched);
  const locals = [
    vi.spyOn(Number.prototype, 'toLocaleString'),
    vi.spyOn(Date.prototype, 'toLocaleString'),
    vi.spyOn(Date.prototype, 'toLocaleDateString'),
    vi.spyOn(Date.prototype, 'toLocaleTimeString'),
    vi.spyOn(String.prototype, 'localeCompare'),
  ];
  vi.resetModules();
  const { OPEN_SCREENS, SCREENS } = await import('./screens.ts');
  await import('./shell/Shell.tsx');
  for (const { load } of listAll([...OPEN_SCREENS, ...SCREENS])) await load();
  for (const local of locals) {
    calls.push(...local.mock.results.map(({ value }) => `${local.getMockName()} ${value}`));
  }
  expect(calls).toEqual([]);
});
