/** The page warns two minutes before the session ends, by the server's clock. */

import { createStore } from '../store.ts';
import { serverNow } from '../time/serverClock.ts';
import { logFailure } from '../wire/log.ts';
import { forgetStaleRegister } from '../wire/offline.ts';
import { askSignIn, prazo, renewToken, session } from './session.ts';

/** 'unused': a use prolongs the session. 'final': only a new sign-in helps. */
export type SessionEndAt = { kind: 'unused' | 'final'; at: number };

/** The end to warn about, while the warning is shown. */
export const ending = createStore<SessionEndAt | undefined>(undefined);

const WARN_MS = 2 * 60_000;
/** A sleeping computer skips its timers: no timer is much longer than this. */
const LONGEST_MS = 30_000;
const CHANNEL = 'unipark.sessao';

const emailNow = (): string | undefined => {
  const current = session.get();
  return current.status === 'signedIn' ? current.user.email : undefined;
};

function nextEnd(): SessionEndAt | undefined {
  const told = prazo.get();
  if (!told) return undefined;
  const [expira, termina] = [Date.parse(told.expiraEm), Date.parse(told.terminaEm)];
  return termina <= expira ? { kind: 'final', at: termina } : { kind: 'unused', at: expira };
}

/** The end whose warning the person has dismissed. */
let dismissed: number | undefined;

/** Dismisses the warning; the session still ends at its time. */
export function dismissEnding(): void {
  dismissed = ending.get()?.at;
  ending.set(undefined);
}

/** Tells other tabs the end: a session prolonged in one gives no warning in another. */
function shareBetweenTabs(): () => void {
  if (typeof BroadcastChannel !== 'function') return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  let heard = '';
  const textNow = () => JSON.stringify({ email: emailNow(), prazo: prazo.get() });
  const unsubscribe = prazo.subscribe(() => {
    const text = textNow();
    if (prazo.get() && text !== heard) channel.postMessage(text);
  });
  // A sign-in in this tab came before it could tell.
  if (prazo.get()) channel.postMessage(textNow());
  channel.onmessage = ({ data }: MessageEvent<string>) => {
    const { email, prazo: theirs } = JSON.parse(data);
    if (email !== emailNow() || data === textNow()) return;
    heard = data;
    prazo.set(theirs);
  };
  return () => {
    unsubscribe();
    channel.close();
  };
}

const isNear = (end: SessionEndAt | undefined): end is SessionEndAt =>
  end !== undefined && emailNow() !== undefined && end.at - serverNow() <= WARN_MS;

/** Watches the end of the session. Returns a function that stops it. */
export function watchEnd(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;
  let stopped = false;
  /** The end that the server has confirmed in its last two minutes. */
  let confirmed: number | undefined;

  async function look(): Promise<void> {
    let end = nextEnd();
    if (isNear(end) && (end.at !== confirmed || end.at <= serverNow())) {
      // Another tab may have prolonged it, or the server's clock is behind: the server decides.
      const lives = await renewToken(false);
      if (!lives) {
        ending.set(undefined);
        await askSignIn();
      }
      end = nextEnd();
      confirmed = end?.at;
    }
    const isTold = isNear(end) && end.at > serverNow() && end.at !== dismissed;
    if (!isTold) ending.set(undefined);
    else if (ending.get()?.at !== end?.at) ending.set(end);
  }

  function plan(): void {
    clearTimeout(timer);
    if (stopped) return;
    const left = (nextEnd()?.at ?? Number.POSITIVE_INFINITY) - serverNow();
    const next = left > WARN_MS ? left - WARN_MS : left > 0 ? left : LONGEST_MS;
    timer = setTimeout(run, Math.min(LONGEST_MS, Math.max(250, next)));
  }
  function run(): void {
    forgetStaleRegister();
    if (isLooking) return;
    isLooking = true;
    look()
      // An answer that fails is not an end: without a server no session can be renewed.
      .catch((error: unknown) => logFailure('end of the session', error))
      .finally(() => {
        isLooking = false;
        plan();
      });
  }
  const onSeen = () => {
    if (!document.hidden) run();
  };

  const unshare = shareBetweenTabs();
  const unsubscribe = prazo.subscribe(run);
  document.addEventListener('visibilitychange', onSeen);
  window.addEventListener('focus', onSeen);
  run();
  return () => {
    stopped = true;
    clearTimeout(timer);
    unshare();
    unsubscribe();
    document.removeEventListener('visibilitychange', onSeen);
    window.removeEventListener('focus', onSeen);
    ending.set(undefined);
  };
}
