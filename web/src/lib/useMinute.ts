import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** The time now, renewed every 60 s on the minute. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setNow(new Date());
      timer = setTimeout(tick, MINUTE - (Date.now() % MINUTE));
    };
    timer = setTimeout(tick, MINUTE - (Date.now() % MINUTE));
    // A sleeping computer skips its timers; a page that is seen again tells the time at once.
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
