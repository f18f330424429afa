/** The service worker in the page: registered when idle, replaced when a person asks. */
import { logFailure } from './log.ts';
import { newVersion, scriptsOfPage } from './version.ts';

/** How long a replacement may take before the page is reloaded without it. */
const REPLACE_MS = 10_000;
/** A worker that belongs to this page's own build takes over by itself in this time. */
const OWN_BUILD_MS = 2_000;

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Resolves when the worker reaches one of the states. */
const reached = (worker: ServiceWorker, states: readonly ServiceWorkerState[]) =>
  new Promise<void>((done) => {
    const look = () => {
      if (states.includes(worker.state)) done();
    };
    worker.addEventListener('statechange', look);
    look();
  });

/** Offers the version of a waiting worker, unless this page is that version already. */
async function offer(waiting: ServiceWorker): Promise<void> {
  waiting.postMessage(scriptsOfPage());
  await wait(OWN_BUILD_MS);
  if (waiting.state === 'installed') newVersion.set(true);
}

/** Registers the worker, which stores the page in this browser. Over plain http there is none. */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !window.isSecureContext || !navigator.serviceWorker) return;
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', {
      updateViaCache: 'none',
    });
    const follow = async () => {
      const { installing, waiting } = registration;
      if (installing) await reached(installing, ['installed', 'activated', 'redundant']);
      const next = registration.waiting ?? waiting;
      // The first worker has no page to replace.
      if (next && navigator.serviceWorker.controller) await offer(next);
    };
    registration.addEventListener('updatefound', () => void follow());
    await follow();
  } catch (error) {
    logFailure('service worker', error);
  }
}

/** The new worker takes over, if there is one. */
async function replaceWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  if (!registration.waiting) await registration.update();
  const { installing, waiting } = registration;
  if (installing) await reached(installing, ['installed', 'activated', 'redundant']);
  const next = registration.waiting ?? waiting;
  next?.postMessage('ativar');
  if (next) await reached(next, ['activated', 'redundant']);
}

/** Changes to the new version by a reload. Drafts stay: they are in the storage of this tab. */
export async function changeVersion(): Promise<void> {
  const replaced = replaceWorker().catch((error: unknown) => logFailure('service worker', error));
  await Promise.race([replaced, wait(REPLACE_MS)]);
  // The registration of a vehicle would ask whether to leave, but its draft stays.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
  window.location.reload();
}
