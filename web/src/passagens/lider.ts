/**
 * One tab at a time: `lead` runs while this tab holds the name, and its promise ends when it
 * gives it up. Web Locks do it; where they do not exist (plain HTTP outside of localhost), a
 * short lease in localStorage does.
 */
export async function whileLeader(
  name: string,
  lead: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (!navigator.locks) return whileHoldingLease(name, lead, signal);
  try {
    await navigator.locks.request(name, { signal }, () => lead(signal));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const LEASE = 4_000;
const RENEW = 1_000;

type Lease = { owner: string; until: number };

function readLease(key: string): Lease | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as Lease;
  } catch {
    return undefined;
  }
}

function whileHoldingLease(
  key: string,
  lead: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const owner = crypto.getRandomValues(new Uint32Array(2)).join('-');
  let leading: AbortController | undefined;

  const tick = () => {
    const lease = readLease(key);
    const mine = lease?.owner === owner;
    if (lease && !mine && lease.until > Date.now()) {
      // Two took it in the same moment: the last one written keeps it.
      leading?.abort();
      leading = undefined;
      return;
    }
    localStorage.setItem(key, JSON.stringify({ owner, until: Date.now() + LEASE }));
    // Believed at the second look only, when nobody has written over it.
    if (mine && !leading) {
      leading = new AbortController();
      void lead(AbortSignal.any([signal, leading.signal]));
    }
  };

  return new Promise((resolve) => {
    const timer = setInterval(tick, RENEW);
    const leave = () => {
      clearInterval(timer);
      leading?.abort();
      if (readLease(key)?.owner === owner) localStorage.removeItem(key);
      resolve();
    };
    signal.addEventListener('abort', leave);
    // A closed tab must not keep the others waiting for its lease to end.
    window.addEventListener('pagehide', leave, { signal });
    tick();
  });
}
