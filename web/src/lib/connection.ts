import { createStore } from './store.ts';

/** Whether the server answered the last time anybody asked. */
export const connected = createStore(true);

let answeredAt: number | undefined;

/** The server answered now. */
export function noteAnswer(): void {
  answeredAt = Date.now();
  connected.set(true);
}

/** When it answered last (ms); undefined while it never did. */
export const lastAnswer = (): number | undefined => answeredAt;

const WHEN_CONNECTED = 30_000;
const WHEN_LOST = 5_000;

/** Keeps `connected` true to life while nobody asks anything; returns the way to stop. */
export function watchConnection(ask: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const plan = () => {
    clearTimeout(timer);
    // A question may still be under way when nobody wants the answer any more.
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
