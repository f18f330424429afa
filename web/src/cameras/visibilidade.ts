/** Resolves when the page is seen, at once if it is, and when `signal` ends the waiting. */
export function serVista(signal: AbortSignal): Promise<void> {
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

/** Aborts once the page was hidden that long without a break; `until` ends the watching. */
export function quandoOculta(milliseconds: number, until: AbortSignal): AbortSignal {
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
