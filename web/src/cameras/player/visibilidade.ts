/** Resolves when the page is visible, or when `signal` aborts. */
export function waitUntilSeen(signal: AbortSignal): Promise<void> {
  if (!document.hidden || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    document.addEventListener('visibilitychange', end);
    signal.addEventListener('abort', end);
  });
}

/** Aborts after the page was hidden this long without a break; `until` stops the counting. */
export function abortWhenHidden(milliseconds: number, until: AbortSignal): AbortSignal {
  const gone = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const change = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => gone.abort(), milliseconds);
  };
  change();
  document.addEventListener('visibilitychange', change);
  until.addEventListener('abort', () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', change);
  });
  return gone.signal;
}
