import { createStore } from '../store.ts';

/** Whether the last request had an answer. */
export const connected = createStore(true);

let answeredAt: number | undefined;

/** Stores that the server has answered now. */
export function noteAnswer(): void {
  answeredAt = Date.now();
  connected.set(true);
}

/** The time of the last answer (ms); undefined before the first. */
export const lastAnswer = (): number | undefined => answeredAt;

const WHEN_CONNECTED = 30_000;
const WHEN_LOST = 5_000;

/** Asks from time to time, so that `connected` stays true to the state. Returns a function that stops it. */
export function watchConnection(ask: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const plan = () => {
    clearTimeout(timer);
    // A question may still be under way after the stop.
    if (stopped) return;
    timer = setTimeout(check, connected.get() ? WHEN_CONNECTED : WHEN_LOST);
  };
  const check = () => {
    if (document.hidden) return plan();
    ask().then(plan, plan);
  };
  const unsubscribe = connected.subscribe(plan);
  window.addEventListener('online', check);
  window.addEventListener('offline', check);
  plan();
  return () => {
    stopped = true;
    unsubscribe();
    clearTimeout(timer);
    window.removeEventListener('online', check);
    window.removeEventListener('offline', check);
  };
}
