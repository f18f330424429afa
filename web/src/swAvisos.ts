/** Calls for an alarm, in the service worker: shows them, and opens the passage on a tap. */

/** The number of a passage; a negative one is only in the server's memory. */
const PASSAGEM = /^-?\d{1,15}$/;

function readMensagem(data: PushMessageData | null): { tipo: string; passagem: string } {
  try {
    const { tipo, passagem } = data?.json() ?? {};
    return { tipo: String(tipo), passagem: PASSAGEM.test(passagem) ? String(passagem) : '' };
  } catch {
    return { tipo: '', passagem: '' };
  }
}

const CORPO = 'Toque para ver';

/**
 * A browser ends the subscription of a site that shows nothing for a call: an unreadable one is
 * shown too, and what an open page has shown already is shown again without a sound.
 */
async function show({ registration }: ServiceWorkerGlobalScope, data: PushMessageData | null) {
  const { tipo, passagem } = readMensagem(data);
  const tag = `alerta-${passagem}`;
  const mostradas = await registration.getNotifications({ tag });
  // An open page has shown it with its plate: that one stays.
  const daPagina = mostradas.find(({ body }) => body !== CORPO);
  await registration.showNotification(daPagina?.title ?? 'Alerta na portaria', {
    body: daPagina?.body ?? CORPO,
    silent: daPagina !== undefined,
    lang: 'pt-BR',
    icon: '/icone-192.png',
    // A later call for the same passage takes the place of the first one.
    tag,
    requireInteraction: tipo === 'proibido',
    data: passagem,
  });
}

/** An open page shows the passage itself, so that a form in it can ask before it is left. */
async function open({ clients }: ServiceWorkerGlobalScope, passagem: string): Promise<void> {
  const abertas = await clients.matchAll({ type: 'window' });
  const pagina = abertas.find(({ focused }) => focused) ?? abertas[0];
  if (!pagina) {
    await clients.openWindow(passagem ? `/aovivo?passagem=${passagem}` : '/aovivo');
    return;
  }
  // The browser may refuse the focus: the page has its message before.
  pagina.postMessage({ abrirPassagem: passagem });
  await pagina.focus();
}

const post = (path: string, body: object, token?: string): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });

/** The browser renewed its subscription: the server gets the new one, if a session is open. */
async function renew(worker: ServiceWorkerGlobalScope, event: Event): Promise<void> {
  const { oldSubscription: velha, newSubscription } = event as Event & {
    oldSubscription?: PushSubscription | null;
    newSubscription?: PushSubscription | null;
  };
  if (!velha) return;
  const nova =
    newSubscription ??
    (await worker.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: velha.options.applicationServerKey,
    }));
  const acesso = await post('/api/auth/token', { uso: false });
  if (!acesso.ok) return;
  const { token } = await acesso.json();
  const { endpoint, keys } = nova.toJSON();
  const { p256dh, auth } = keys ?? {};
  const body = { endpoint, p256dh, auth, silencio: null, anterior: velha.endpoint };
  await post('/api/avisos/aparelhos', body, token);
}

/** Adds the handlers to the worker. */
export function listenAvisos(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, event.data)));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(worker, String(event.notification.data ?? '')));
  });
  worker.addEventListener('pushsubscriptionchange', (event) =>
    (event as ExtendableEvent).waitUntil(renew(worker, event)),
  );
}
