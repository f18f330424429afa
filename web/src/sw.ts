/**
 * The service worker: keeps the files of the page in this browser, so that a reload without a
 * network opens it. It never keeps an answer of the API.
 */
import { cleanupOutdatedCaches, PrecacheController } from 'workbox-precaching';
import { listenAvisos } from './swAvisos.ts';

declare const self: ServiceWorkerGlobalScope;
/** The files of this build, and '/' for the page itself. The build writes the list. */
declare const BUILD_FILES: { url: string; revision: string | null }[];

const PAGE = '/';
/** A slow network gets the stored page: it is the same page, and its data come later. */
const WAIT_MS = 3_000;

/**
 * Addresses that are not the page. The server has the same list.
 */
const NOT_PAGE = /^\/(db|fipe|api|healthz|readyz|metrics|assets)(\/|$)|\.\w+$/;

/** Every answer of our server has this header. A captive portal's answer has not. */
const isOurs = (response: Response): boolean => response.headers.has('X-Unipark-Versao');

// The page is stored whole, with the headers of its answer: its policy stays with it.
const files = new PrecacheController({
  plugins: [
    {
      cacheWillUpdate: async ({ response }) =>
        response.status === 200 && isOurs(response) ? response : null,
    },
  ],
});
files.addToCacheList(BUILD_FILES);
cleanupOutdatedCaches();

listenAvisos(self);
self.addEventListener('install', (event) => void files.install(event));
self.addEventListener('activate', (event) => {
  void files.activate(event);
  event.waitUntil(self.clients.claim());
});

/**
 * A new version waits until a person asks for it, or until the page says that it is the new one
 * already: then its message is the addresses of its scripts.
 */
self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  const isNew =
    Array.isArray(data) && data.length > 0 && data.every((url) => files.getCacheKeyForURL(url));
  if (data === 'ativar' || isNew) void self.skipWaiting();
});

const wait = (ms: number) => new Promise<undefined>((done) => setTimeout(done, ms, undefined));

/** The server's page; the stored one when the server is silent, slow or behind a failing proxy. */
async function openPage(request: Request): Promise<Response> {
  const network = fetch(request);
  const stored = await files.matchPrecache(PAGE);
  if (!stored) return network;
  const answer = await Promise.race([network.catch(() => undefined), wait(WAIT_MS)]);
  const isDown = answer && answer.status >= 502 && !isOurs(answer);
  return answer && !isDown ? answer : stored;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!NOT_PAGE.test(pathname)) event.respondWith(openPage(request));
    return;
  }
  if (!files.getCacheKeyForURL(request.url)) return;
  event.respondWith(files.matchPrecache(request).then((stored) => stored ?? fetch(request)));
});
