/** Two minutes before the session ends the page says so; the server's clock decides, not this one. */
import { logFailure } from './log.ts';
import { serverNow } from './serverClock.ts';
import { askSignIn, prazo, renewToken, session } from './session.ts';
import { createStore } from './store.ts';

/** 'unused': a use prolongs it. 'final': only signing in again does. */
export type Ending = { kind: 'unused' | 'final'; at: number };

/** Not undefined while the page has to say that the session is about to end. */
export const ending = createStore<Ending | undefined>(undefined);

const WARN_MS = 2 * 60_000;
/** A sleeping computer skips its timers: never set one for much longer than this. */
const LONGEST_MS = 30_000;
const CHANNEL = 'unipark.sessao';

const emailNow = (): string | undefined => {
  const current = session.get();
  return current.status === 'signedIn' ? current.user.email : undefined;
};

function nextEnd(): Ending | undefined {
  const told = prazo.get();
  if (!told) return undefined;
  const [expira, termina] = [Date.parse(told.expiraEm), Date.parse(told.terminaEm)];
  return termina <= expira ? { kind: 'final', at: termina } : { kind: 'unused', at: expira };
}

/** The end that the person was told of and does not want to hear of again. */
let dismissed: number | undefined;

/** The question is put away; the session ends when it ends. */
export function dismissEnding(): void {
  dismissed = ending.get()?.at;
  ending.set(undefined);
}

/** What tabs tell each other, so that a session prolonged in one is not mourned in another. */
function shareBetweenTabs(): () => void {
  if (typeof BroadcastChannel !== 'function') return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  let heard = '';
  const textNow = () => JSON.stringify({ email: emailNow(), prazo: prazo.get() });
  const unsubscribe = prazo.subscribe(() => {
    const text = textNow();
    if (prazo.get() && text !== heard) channel.postMessage(text);
  });
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

const isNear = (end: Ending | undefined): end is Ending =>
  end !== undefined && emailNow() !== undefined && end.at - serverNow() <= WARN_MS;

/** Watches the end of the session come near. Answers how to stop. */
export function watchEnd(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;
  let stopped = false;
  /** The end that the server confirmed within its last two minutes. */
  let confirmed: number | undefined;

  async function look(): Promise<void> {
    let end = nextEnd();
    if (isNear(end) && (end.at !== confirmed || end.at <= serverNow())) {
      // Prolonged elsewhere, perhaps, or not over yet by the server's clock: it knows.
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
    if (isLooking) return;
    isLooking = true;
    look()
      // No answer is no end: without a server nothing can be asked anyway.
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
