/**
 * One tab at a time: `lead` runs while this tab holds the name, until its promise resolves. Web
 * Locks do it; where they do not exist (plain HTTP outside of localhost), a short lease in
 * localStorage does.
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
    const left = lease ? lease.until - Date.now() : 0;
    // A lease that lasts too long is from a clock that was ahead: it counts as free.
    if (!mine && left > 0 && left <= LEASE) {
      // Two tabs took the lease in the same moment: the last one written keeps it.
      leading?.abort();
      leading = undefined;
      return;
    }
    localStorage.setItem(key, JSON.stringify({ owner, until: Date.now() + LEASE }));
    // The tab leads from its second look on, when no other tab has overwritten the lease.
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
    // A closed tab releases its lease, so that the others need not wait.
    window.addEventListener('pagehide', leave, { signal });
    tick();
  });
}
