import { startTransition, useLayoutEffect, useRef, useState } from 'react';

const WAIT = 300;
const MINIMUM = 400;

/** True from 300 ms after `active` became true, and then for at least 400 ms, so that nothing flashes. */
export function useDelayed(active: boolean): boolean {
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  // In the commit itself: a timer that ran between a commit and its effects showed a placeholder
  // over rows that had just appeared.
  useLayoutEffect(() => {
    // Also revokes what a timer has set and React has not drawn yet.
    if (active === shown) return setShown(active);
    const wait = active ? WAIT : Math.max(0, since.current + MINIMUM - Date.now());
    const timer = setTimeout(() => {
      since.current = Date.now();
      // What takes the placeholders' place is mounted in slices.
      startTransition(() => setShown(active));
    }, wait);
    return () => clearTimeout(timer);
  }, [active, shown]);
  return shown;
}
