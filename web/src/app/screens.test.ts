import { expect, it, vi } from 'vitest';
import { OPEN_SCREENS, SCREENS, type Screen } from './screens.ts';

const every = (screens: readonly Screen[]): Screen[] =>
  screens.flatMap((screen) => [screen, ...every(screen.children ?? [])]);

it('no screen formats a number or a date before it is drawn: the first costs an old phone 0.1 s', async () => {
  const calls: string[] = [];
  const watched = new Proxy(Intl, {
    get(target, name: keyof typeof Intl) {
      calls.push(`Intl.${String(name)} ${new Error().stack?.split('\n')[2]?.trim()}`);
      return target[name];
    },
  });
  vi.stubGlobal('Intl', watched);
  const local = vi.spyOn(Number.prototype, 'toLocaleString');
  for (const { load } of every([...OPEN_SCREENS, ...SCREENS])) await load();
  calls.push(...local.mock.results.map(({ value }) => String(value)));
  local.mockRestore();
  vi.unstubAllGlobals();
  expect(calls).toEqual([]);
});
