/** This browser's subscription to calls for alarms. */
import { Aparelho, EstadoAvisos, type Silencio } from '@unipark/contract/aviso';
import { prazo, session } from '../lib/session/session.ts';
import { api } from '../lib/wire/http.ts';
import { logFailure } from '../lib/wire/log.ts';

/** Whose subscription it is, and its quiet hours: a sign-in of another person ends it. */
const CHAVE = 'unipark.avisos';
const APARELHOS = '/api/avisos/aparelhos';
/** How long a sign-out waits for the browser. */
const ESPERA_MS = 2_000;

type OwnedBy = { email: string; silencio: Silencio | null };

export type Suporte = 'sim' | 'inseguro' | 'nenhum' | 'negado';

/** Whether this browser can be called. */
export function getSuporte(): Suporte {
  if (!window.isSecureContext) return 'inseguro';
  const has = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!has) return 'nenhum';
  return Notification.permission === 'denied' ? 'negado' : 'sim';
}

const emailNow = (): string | undefined => {
  const current = session.get();
  return current.status === 'signedIn' ? current.user.email : undefined;
};

function readOwner(): OwnedBy | undefined {
  try {
    return JSON.parse(localStorage.getItem(CHAVE) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers whose the subscription is, for the next start. */
export function rememberSilencio(silencio: Silencio | null): void {
  const email = emailNow();
  if (email) localStorage.setItem(CHAVE, JSON.stringify({ email, silencio }));
}

async function findAssinatura(): Promise<PushSubscription | undefined> {
  if (getSuporte() === 'inseguro' || getSuporte() === 'nenhum') return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** The id of this browser in the list of devices; undefined without a subscription. */
export async function findAparelhoId(): Promise<string | undefined> {
  const assinatura = await findAssinatura();
  if (!assinatura) return undefined;
  const endereco = new TextEncoder().encode(assinatura.endpoint);
  const resumo = new Uint8Array(await crypto.subtle.digest('SHA-256', endereco));
  return [...resumo].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function sendAssinatura(
  assinatura: PushSubscription,
  silencio: Silencio | null,
): Promise<Aparelho> {
  const { endpoint, keys } = assinatura.toJSON();
  const body = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, silencio };
  const { data } = await api('POST', APARELHOS, { body, schema: Aparelho });
  rememberSilencio(data.silencio);
  return data;
}

const bytesOf = (chave: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(chave.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

/** A subscription of another key pair cannot be called any more. */
function isOfKey({ options }: PushSubscription, chave: string): boolean {
  const atual = options.applicationServerKey;
  return !atual || new Uint8Array(atual).join() === bytesOf(chave).join();
}

async function createAssinatura(chave: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new Error('no service worker');
  const velha = await registration.pushManager.getSubscription();
  if (velha && !isOfKey(velha, chave)) await velha.unsubscribe();
  return registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(chave),
  });
}

/** Subscribes this browser; asks for the permission, so call it on a tap. False when it is refused. */
export async function joinAvisos(chave: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await sendAssinatura(await createAssinatura(chave), null);
  return true;
}

/** Ends the subscription in this browser alone: its service answers 410 to the next call. */
async function dropAssinatura(): Promise<void> {
  localStorage.removeItem(CHAVE);
  await (await findAssinatura())?.unsubscribe();
}

/** Ends the calls to this browser, here and on the server. */
export async function leaveAvisos(id: string): Promise<void> {
  await api('DELETE', `${APARELHOS}/${id}`);
  await dropAssinatura();
}

/** For a sign-out: ends the subscription, and never keeps the person waiting. */
export async function dropAtSignOut(): Promise<void> {
  const wait = new Promise<void>((done) => setTimeout(done, ESPERA_MS));
  const dropped = dropAssinatura().catch((error: unknown) => logFailure('push', error));
  await Promise.race([dropped, wait]);
}

/** The end of the session that the subscription was last renewed for: each session has its own. */
let renewedFor: string | undefined;

// A subscription belongs to a session: a new one, as after a change of password, renews it.
prazo.subscribe(() => {
  const fim = prazo.get()?.terminaEm;
  if (fim !== undefined && fim !== renewedFor) {
    renewAvisos().catch((error: unknown) => logFailure('push', error));
  }
});

/** For each session: keeps the own subscription alive, and ends that of another person. */
export async function renewAvisos(): Promise<void> {
  const [email, assinatura] = [emailNow(), await findAssinatura()];
  if (!email || !assinatura) return;
  const dono = readOwner();
  if (dono?.email !== email) {
    await dropAssinatura();
    return;
  }
  const { data } = await api('GET', '/api/avisos', { schema: EstadoAvisos });
  if (!data.chave) return;
  const atual = isOfKey(assinatura, data.chave) ? assinatura : await createAssinatura(data.chave);
  await sendAssinatura(atual, dono.silencio);
  renewedFor = prazo.get()?.terminaEm;
}
