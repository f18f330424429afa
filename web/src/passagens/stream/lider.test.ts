import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whileLeader } from './lider.ts';

function tab() {
  const closing = new AbortController();
  const state = { leads: false };
  const done = whileLeader(
    'teste.lider',
    (signal) =>
      new Promise<void>((resolve) => {
        state.leads = true;
        signal.addEventListener('abort', () => {
          state.leads = false;
          resolve();
        });
      }),
    closing.signal,
  );
  return { state, done, close: () => closing.abort() };
}

describe('whileLeader, without Web Locks (plain HTTP)', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { ...navigator, locks: undefined });
    vi.useFakeTimers();
    localStorage.clear();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('lets one tab lead, and the next one when that tab closes', async () => {
    const first = tab();
    await vi.advanceTimersByTimeAsync(1_500);
    const second = tab();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([first.state.leads, second.state.leads]).toEqual([true, false]);
    first.close();
    await first.done;
    await vi.advanceTimersByTimeAsync(2_500);
    expect([first.state.leads, second.state.leads]).toEqual([false, true]);
    second.close();
    await second.done;
  });

  it('lets a tab lead after a clock ahead has stored a lease far in the future', async () => {
    const until = Date.now() + 86_400_000;
    localStorage.setItem('teste.lider', JSON.stringify({ owner: 'other', until }));
    const only = tab();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(only.state.leads).toBe(true);
    only.close();
    await only.done;
  });

  it('lets one tab lead when two start in the same moment', async () => {
    const tabs = [tab(), tab(), tab()];
    await vi.advanceTimersByTimeAsync(8_000);
    expect(tabs.filter(({ state }) => state.leads)).toHaveLength(1);
    for (const { close } of tabs) close();
  });

  it('takes over from a tab that ended without releasing its lease', async () => {
    localStorage.setItem(
      'teste.lider',
      JSON.stringify({ owner: 'morta', until: Date.now() + 4_000 }),
    );
    const heir = tab();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(heir.state.leads).toBe(false);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(heir.state.leads).toBe(true);
    heir.close();
  });
});
