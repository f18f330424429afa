/** Said of a route that is drawn over its parent's screen, which stays where it is. */
export const OVER_ITS_PARENT = { over: true } as const;

type Match = { pathname: string; handle: unknown };

/** The address of the screen below whatever lies over it. */
export const screenOf = (matches: readonly Match[]): string | undefined =>
  matches.findLast(({ handle }) => handle !== OVER_ITS_PARENT)?.pathname;
