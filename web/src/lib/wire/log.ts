/** The only way to the browser's console, for failures that the screen does not show. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the only place that logs
  console.warn(`[unipark] ${what}`, error);
}
