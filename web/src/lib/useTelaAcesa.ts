import { useEffect } from 'react';

/** Keeps the screen lit while this page is seen. Refused or missing, nothing is lost. */
export function useTelaAcesa(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let gone = false;
    // The browser drops the lock whenever the tab is hidden.
    const hold = async () => {
      if (document.hidden) return;
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
      if (gone) await lock?.release();
    };
    void hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}
