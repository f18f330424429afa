/**
 * Whether something that was written down happened within these milliseconds. An instant still to
 * come was written by a clock that was wrong, and says nothing: otherwise it were recent for years.
 */
export const isRecent = (instante: string, ms: number): boolean =>
  Math.abs(Date.now() - Date.parse(instante)) < ms;
