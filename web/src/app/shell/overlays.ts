/** Marks a route that is drawn over the screen of its parent. */
export const OVER_ITS_PARENT = { over: true } as const;

type Match = { pathname: string; handle: unknown };

/** The address of the screen below any overlay. */
export const screenOf = (matches: readonly Match[]): string | undefined =>
  matches.findLast(({ handle }) => handle !== OVER_ITS_PARENT)?.pathname;
