import { useRef } from 'react';

/**
 * Lets one sending through at a time. What is on screen says 'under way' a moment late, and in that
 * moment a second press fits.
 */
export function useOneAtATime() {
  const busy = useRef(false);
  return {
    /** True when the way was free: it is taken now. */
    take(): boolean {
      if (busy.current) return false;
      busy.current = true;
      return true;
    },
    release(): void {
      busy.current = false;
    },
  };
}
