/** Whether the page is in use: input, or a visible screen that is meant for watching. */
import { useEffect } from 'react';
import { logFailure } from '../wire/log.ts';
import { askSignIn, prazo, renewToken, session, setInUse } from './session.ts';
import { ending } from './sessionEnd.ts';

/** The server prolongs a session at most this often. */
const PROLONG_MS = 10 * 60_000;
const LOOK_MS = 30_000;

const HANDS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

let watching = 0;
/** Input since the session was last prolonged. */
let touched = false;

/** Marks a screen for watching: it counts as use while it is visible. */
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

/** Prolongs the session while the page is in use. Returns a function that stops it. */
export function watchUse(): () => void {
  // The page has just received its token, which counts as a use.
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
    // The warning about the end is answered by its button, not by any key.
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
