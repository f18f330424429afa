/** Whether somebody uses this page: hands on it, or a screen that is there to be watched. */
import { useEffect } from 'react';
import { logFailure } from './log.ts';
import { askSignIn, prazo, renewToken, session, setInUse } from './session.ts';
import { ending } from './sessionEnd.ts';

/** The server prolongs a session no more often than this. */
const PROLONG_MS = 10 * 60_000;
const LOOK_MS = 30_000;

const HANDS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

let watching = 0;
/** Touched since the session was prolonged last. */
let touched = false;

/** The screen is watched, not touched: it counts as use while it is seen. */
export function useWatching(): void {
  useEffect(() => {
    watching += 1;
    return () => {
      watching -= 1;
    };
  }, []);
}

const isWatched = (): boolean => watching > 0 && !document.hidden;
const isInUse = (): boolean => touched || isWatched();

/** Keeps the session alive as long as the page is used, and no longer. Answers how to stop. */
export function watchUse(): () => void {
  // A token has just been given out to whoever opened this page.
  let askedAt = performance.now();
  let until = prazo.get()?.expiraEm;

  const prolong = async () => {
    const isDue = performance.now() - askedAt >= PROLONG_MS;
    if (!isDue || !isInUse() || session.get().status !== 'signedIn') return;
    askedAt = performance.now();
    try {
      if (!(await renewToken(true))) await askSignIn();
    } catch (error) {
      logFailure('session not prolonged', error);
    }
  };
  const onHands = () => {
    // Asked whether to go on: the answer is a button, not any key.
    if (ending.get()) return;
    touched = true;
    void prolong();
  };
  const look = () => void prolong();
  const unsubscribe = prazo.subscribe(() => {
    const next = prazo.get()?.expiraEm;
    if (next === until) return;
    until = next;
    touched = false;
    askedAt = performance.now();
  });

  setInUse(isInUse);
  for (const hand of HANDS)
    window.addEventListener(hand, onHands, { capture: true, passive: true });
  document.addEventListener('visibilitychange', look);
  const timer = setInterval(look, LOOK_MS);
  return () => {
    setInUse(() => true);
    for (const hand of HANDS) window.removeEventListener(hand, onHands, { capture: true });
    document.removeEventListener('visibilitychange', look);
    clearInterval(timer);
    unsubscribe();
  };
}
