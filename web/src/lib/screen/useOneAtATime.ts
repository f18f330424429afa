import { useRef } from 'react';

/**
 * Allows one request at a time. The pending state renders a moment late, and a second press is
 * possible in that moment.
 */
export function useOneAtATime() {
  const busy = useRef(false);
  return {
    /** True when it was free; it is taken now. */
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
