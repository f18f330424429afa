import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/**
 * From now on the timers of this test go on by themselves and can be moved ahead: to be called before
 * the page is opened. Answers the function that moves them, by milliseconds.
 */
export function startTimers(): (ms: number) => Promise<void> {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => act(() => vi.advanceTimersByTimeAsync(ms).then(() => undefined));
}
