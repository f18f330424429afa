import { useEffect, useState } from 'react';
import { recentHour } from './format.ts';

const MINUTE = 60_000;

/** The current time, renewed on each minute. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setNow(new Date());
      timer = setTimeout(tick, MINUTE - (Date.now() % MINUTE));
    };
    timer = setTimeout(tick, MINUTE - (Date.now() % MINUTE));
    // A sleeping computer skips its timers; a page that becomes visible updates at once.
    const seen = () => {
      if (!document.hidden) setNow(new Date());
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
  return now;
}

/** `recentHour` on a screen that stays open: after midnight the text gets its day. */
export const useRecentHour = (when: string | number): string => recentHour(when, useMinute());
