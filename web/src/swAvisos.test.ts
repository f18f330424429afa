import { beforeEach, expect, test, vi } from 'vitest';

/** The worker's types are not those of the page, so its module is named by a variable. */
const MODULO = './swAvisos.ts';

type Handler = (event: object) => void;
type OpenWindow = {
  focused: boolean;
  focus: () => Promise<void>;
  postMessage: (data: unknown) => void;
};

const handlers = new Map<string, Handler>();
const showNotification = vi.fn(async () => {});
const openWindow = vi.fn(async () => {});
const subscribe = vi.fn();
let pages: OpenWindow[];
let mostradas: { tag: string; title: string; body: string }[];
beforeEach(async () => {
  vi.clearAllMocks();
  handlers.clear();
  pages = [];
  mostradas = [];
  const { listenAvisos } = await import(MODULO);
  listenAvisos({
    addEventListener: (tipo: string, handler: Handler) => handlers.set(tipo, handler),
    registration: {
      showNotification,
      getNotifications: async ({ tag }: { tag: string }) =>
        mostradas.filter((mostrada) => mostrada.tag === tag),
      pushManager: { subscribe },
    },
    clients: { matchAll: async () => pages, openWindow },
  });
});

/** Sends an event and waits for its work. */
async function send(tipo: string, event: object): Promise<void> {
  const works: Promise<unknown>[] = [];
  handlers.get(tipo)?.({ ...event, waitUntil: (work: Promise<unknown>) => works.push(work) });
  await Promise.all(works);
}
const push = (mensagem: unknown) => send('push', { data: { json: () => mensagem } });
const touch = async (data: string) => {
  const close = vi.fn();
  await send('notificationclick', { notification: { data, close } });
  expect(close).toHaveBeenCalledOnce();
};

test('a call of a PROIBIDO stays until it is touched; one passage has one notification', async () => {
  await push({ tipo: 'proibido', passagem: '42' });
  expect(showNotification).toHaveBeenCalledWith(
    'Alerta na portaria',
    expect.objectContaining({
      body: 'Toque para ver',
      tag: 'alerta-42',
      requireInteraction: true,
      data: '42',
    }),
  );
  await push({ tipo: 'provavel', passagem: '43' });
  expect(showNotification).toHaveBeenLastCalledWith(
    'Alerta na portaria',
    expect.objectContaining({ tag: 'alerta-43', requireInteraction: false }),
  );
});

test('what an open page has shown with its plate is shown as it is, without a sound', async () => {
  mostradas = [
    { tag: 'alerta-42', title: 'ABC1D23 · PROIBIDO', body: 'HB20S 1.0 · 19:47 · Câmera 2' },
    { tag: 'alerta-43', title: 'Alerta na portaria', body: 'Toque para ver' },
  ];
  await push({ tipo: 'proibido', passagem: '42' });
  expect(showNotification).toHaveBeenLastCalledWith(
    'ABC1D23 · PROIBIDO',
    expect.objectContaining({
      tag: 'alerta-42',
      body: 'HB20S 1.0 · 19:47 · Câmera 2',
      silent: true,
    }),
  );
  await push({ tipo: 'proibido', passagem: '43' });
  expect(showNotification).toHaveBeenLastCalledWith(
    'Alerta na portaria',
    expect.objectContaining({ tag: 'alerta-43', body: 'Toque para ver', silent: false }),
  );
});

test.each([null, { tipo: 'proibido', passagem: '../sair' }, 'texto'])(
  'a message that cannot be read, %o, is shown without a passage',
  async (mensagem) => {
    await push(mensagem);
    expect(showNotification).toHaveBeenCalledWith(
      'Alerta na portaria',
      expect.objectContaining({ data: '' }),
    );
  },
);

test('a touch opens Ao Vivo with the passage when no page is open', async () => {
  await touch('42');
  expect(openWindow).toHaveBeenCalledWith('/aovivo?passagem=42');
});

test('a touch leads to the open page, which shows the passage itself', async () => {
  const build = (focused: boolean): OpenWindow => ({
    focused,
    focus: vi.fn(),
    postMessage: vi.fn(),
  });
  pages = [build(false), build(true)];
  await touch('42');
  expect(openWindow).not.toHaveBeenCalled();
  expect(pages[0]?.focus).not.toHaveBeenCalled();
  expect(pages[1]?.focus).toHaveBeenCalledOnce();
  expect(pages[1]?.postMessage).toHaveBeenCalledWith({ abrirPassagem: '42' });
});

test('a renewed subscription is sent with the session of the cookie', async () => {
  const keys = { p256dh: 'p', auth: 'a' };
  const options = { applicationServerKey: 'chave' };
  subscribe.mockResolvedValue({ toJSON: () => ({ endpoint: 'https://nova', keys }) });
  const ask = vi.fn(async () => Response.json({ token: 't' }));
  vi.stubGlobal('fetch', ask);
  const oldSubscription = { endpoint: 'https://velha', options };
  await send('pushsubscriptionchange', { oldSubscription });
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, ...options });
  const [path, init] = ask.mock.calls[1] as unknown as [string, RequestInit];
  expect(path).toBe('/api/avisos/aparelhos');
  expect(init.headers).toMatchObject({ authorization: 'Bearer t' });
  expect(JSON.parse(String(init.body))).toEqual({
    endpoint: 'https://nova',
    ...keys,
    silencio: null,
    anterior: 'https://velha',
  });
  vi.unstubAllGlobals();
});
