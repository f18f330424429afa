import { vi } from 'vitest';

/** Waits for what must come true, on a busy computer too. */
export const until = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 15_000, interval: 15 });
