import { useEffect } from 'react';

/** Keeps the screen on while this page is visible. It is optional: a refusal is ignored. */
export function useTelaAcesa(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let gone = false;
    // The browser releases the lock when the tab is hidden.
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
