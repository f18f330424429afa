import { vi } from 'vitest';

/** Waits until a check passes, long enough for a busy computer. */
export const until = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 15_000, interval: 15 });
