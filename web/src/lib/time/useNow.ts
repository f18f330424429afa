import { useEffect, useState } from 'react';

/** The time now (ms), every second. */
export function useNow(): number {
  const [agora, setAgora] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setAgora(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return agora;
}
