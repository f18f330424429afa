/** The number of options that PageUp and PageDown skip. */
const PAGE = 5;

/** The option that a key leads to in an open list of `count` options, from `at`; undefined for other keys. */
export function walkTo(key: string, at: number, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return at < last ? at + 1 : 0;
    case 'ArrowUp':
      return at > 0 ? at - 1 : last;
    case 'PageDown':
      return Math.min(at + PAGE, last);
    case 'PageUp':
      return Math.max(at - PAGE, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
  }
}
