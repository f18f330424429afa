import { vi } from 'vitest';

/** Waits until a check passes, long enough for a slow computer that runs other tests. */
export const until = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 60_000, interval: 15 });
