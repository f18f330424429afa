import { createECDH, randomBytes } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openPage, type TestPage } from '../../test/page.tsx';
import { breakDown } from '../../test/register.ts';

let page: TestPage;
afterEach(async () => {
  await page.close();
  vi.unstubAllGlobals();
  localStorage.removeItem('unipark.avisos');
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** A browser with a push service: its answer to the question, and its subscription. */
function stubBrowser(resposta: NotificationPermission = 'granted') {
  const chaves = createECDH('prime256v1').generateKeys();
  let assinatura: object | null = null;
  const unsubscribe = vi.fn(async () => {
    assinatura = null;
    return true;
  });
  const pushManager = {
    getSubscription: async () => assinatura,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      const endpoint = 'https://fcm.googleapis.com/fcm/send/este';
      const keys = {
        p256dh: chaves.toString('base64url'),
        auth: randomBytes(16).toString('base64url'),
      };
      const options = { applicationServerKey: applicationServerKey.buffer };
      assinatura = { endpoint, options, toJSON: () => ({ endpoint, keys }), unsubscribe };
      return assinatura;
    },
  };
  const notificacao = {
    permission: 'default' as NotificationPermission,
    requestPermission: vi.fn(async () => {
      notificacao.permission = resposta;
      return resposta;
    }),
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', notificacao);
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      addEventListener: () => {},
      removeEventListener: () => {},
      getRegistration: async () => ({ pushManager }),
    },
  });
  return { requestPermission: notificacao.requestPermission, unsubscribe, notificacao };
}
const open = async (ligado = true) => {
  page = await openPage('/perfil', {
    prepare: async (server) => {
      await server.request({ method: 'PUT', url: '/api/avisos', payload: { ligado } });
    },
  });
  return within(await screen.findByRole('region', { name: 'Alertas neste aparelho' }));
};
const RECEBER = 'Receber alertas neste aparelho';
const listAparelhos = async () =>
  (await page.server.request({ method: 'GET', url: '/api/avisos/aparelhos' })).json();

test('a device is subscribed on a tap alone, and ends with another tap', async () => {
  const { requestPermission, unsubscribe } = stubBrowser();
  const panel = await open();
  const receber = await panel.findByRole<HTMLInputElement>('switch', { name: RECEBER });
  expect(receber.checked).toBe(false);
  expect(panel.getByText(/serviço do fabricante do navegador/)).toBeTruthy();
  expect(requestPermission).not.toHaveBeenCalled();
  await page.user.click(receber);
  await waitFor(() => expect(receber.checked).toBe(true));
  expect(requestPermission).toHaveBeenCalledOnce();
  expect(await listAparelhos()).toHaveLength(1);
  await waitFor(() => expect(receber.disabled).toBe(false));
  await page.user.click(receber);
  await waitFor(() => expect(receber.checked).toBe(false));
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(await listAparelhos()).toEqual([]);
});

test('the quiet hours are stored, and changed when a field is left', async () => {
  stubBrowser();
  const panel = await open();
  await page.user.click(await panel.findByRole('switch', { name: RECEBER }));
  const quieto = () => panel.getByRole<HTMLInputElement>('checkbox', { name: 'Não avisar das' });
  await waitFor(() => expect(quieto().disabled).toBe(false));
  const readSilencio = async () => (await listAparelhos())[0].silencio;
  expect(await readSilencio()).toBeNull();
  await page.user.click(quieto());
  await waitFor(async () => expect(await readSilencio()).toEqual({ de: '22:00', ate: '06:00' }));
  const inicio = panel.getByLabelText<HTMLInputElement>('Início do horário sem avisos');
  await waitFor(() => expect(inicio.disabled).toBe(false));
  fireEvent.change(inicio, { target: { value: '23:30' } });
  expect(await readSilencio()).toEqual({ de: '22:00', ate: '06:00' });
  fireEvent.blur(inicio);
  // The other time may be typed while the first is saved.
  const fim = panel.getByLabelText<HTMLInputElement>('Fim do horário sem avisos');
  expect(fim.disabled).toBe(false);
  await waitFor(async () => expect(await readSilencio()).toEqual({ de: '23:30', ate: '06:00' }));

  const [{ id }] = await listAparelhos();
  await waitFor(() => expect(quieto().disabled).toBe(false));
  breakDown(page.wire, `PUT /api/avisos/aparelhos/${id}`);
  await page.user.click(quieto());
  await waitFor(() => expect(quieto().checked).toBe(true));
  expect(await readSilencio()).toEqual({ de: '23:30', ate: '06:00' });
});

test('a refused permission is said, and no device is subscribed', async () => {
  stubBrowser('denied');
  const panel = await open();
  const receber = await panel.findByRole<HTMLInputElement>('switch', { name: RECEBER });
  await page.user.click(receber);
  expect(await panel.findByText(/O navegador bloqueou as notificações/)).toBeTruthy();
  expect(receber.disabled).toBe(true);
  expect(await listAparelhos()).toEqual([]);
});

test('switched off by the administration, the panel says so', async () => {
  const { requestPermission } = stubBrowser();
  const panel = await open(false);
  expect(
    await panel.findByText('Os avisos em aparelhos não foram ativados pela administração.'),
  ).toBeTruthy();
  const receber = panel.getByRole<HTMLInputElement>('switch', { name: RECEBER });
  expect(receber.disabled).toBe(true);
  expect(requestPermission).not.toHaveBeenCalled();
});

test.each([
  [false, /conexão segura \(https\)/],
  [true, /Este navegador não recebe avisos/],
])('without support (secure: %s) the panel gives the reason', async (seguro, frase) => {
  vi.stubGlobal('isSecureContext', seguro);
  const panel = await open();
  expect(await panel.findByText(frase)).toBeTruthy();
});

test('at the next start the own subscription is renewed, and that of another person ends', async () => {
  const { unsubscribe } = stubBrowser();
  const panel = await open();
  await page.user.click(await panel.findByRole('switch', { name: RECEBER }));
  await waitFor(async () => expect(await listAparelhos()).toHaveLength(1));
  const { renewAvisos } = await import('./assinatura.ts');
  await page.server.db.deleteFrom('aparelhos').execute();
  await renewAvisos();
  expect(await listAparelhos()).toHaveLength(1);
  localStorage.setItem('unipark.avisos', JSON.stringify({ email: 'outra@x.br', silencio: null }));
  await renewAvisos();
  expect(unsubscribe).toHaveBeenCalledOnce();
});

test('each new session renews the subscription, without a reload', async () => {
  const { notificacao } = stubBrowser();
  const panel = await open();
  await page.user.click(await panel.findByRole('switch', { name: RECEBER }));
  await waitFor(async () => expect(await listAparelhos()).toHaveLength(1));
  expect(notificacao.permission).toBe('granted');
  const removeAparelhos = () => page.server.db.deleteFrom('aparelhos').execute();
  await removeAparelhos();
  // The start of the page, when it is idle.
  await waitFor(async () => expect(await listAparelhos()).toHaveLength(1));
  await removeAparelhos();
  const { prazo } = await import('../lib/session/session.ts');
  const atual = prazo.get();
  page.wire.calls.length = 0;
  // The same session again, and then another one: only that renews.
  prazo.set(atual && { ...atual });
  prazo.set(atual && { ...atual, terminaEm: '2099-01-01T00:00:00.000Z' });
  await waitFor(async () => expect(await listAparelhos()).toHaveLength(1));
  const renewals = page.wire.calls.filter((call) => call === 'POST /api/avisos/aparelhos');
  expect(renewals).toHaveLength(1);
}, 20_000);

test('the administration switches the calls on, after reading what leaves the server', async () => {
  page = await openPage('/configuracoes/alertas');
  const permitir = await screen.findByRole<HTMLInputElement>('switch', {
    name: 'Permitir avisos em aparelhos',
  });
  expect(screen.getByText(/o servidor envia ao serviço do fabricante/)).toBeTruthy();
  expect(permitir.checked).toBe(false);
  await page.user.click(permitir);
  await waitFor(() => expect(permitir.checked).toBe(true));
  const estado = (await page.server.request({ method: 'GET', url: '/api/avisos' })).json();
  expect(estado.ligado).toBe(true);
});
