/** The only way to the browser's console: failures nobody is told about on screen. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that may
  console.warn(`[unipark] ${what}`, error);
}
