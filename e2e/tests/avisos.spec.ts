/** Calls for an alarm in the browser: what Chromium does with them, up to its maker's service. */
import { expect, type Page, test } from '@playwright/test';
import { type Servidor, signIn, startServer, toast } from '../servidor.ts';

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
});
test.afterAll(() => servidor.stop());

/** Signs in with the service worker, which the page registers when it is idle. */
async function open(page: Page): Promise<void> {
  await signIn(page, servidor.url, '/home');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
  });
}

/** A passage of a forbidden vehicle; answers its id. */
async function raiseAlarm(): Promise<string> {
  await servidor.api.post('/db/veiculos', {
    data: { placa: 'QXJ0D52', status: 'PROIBIDO', tipo: '1' },
  });
  const resposta = await servidor.api.post('/db/ultimosveiculos', {
    data: { placa: 'QXJ0D52', camera: '2' },
  });
  return (await resposta.json()).id;
}

/** Delivers calls to the service worker, as the service of the browser's maker does. */
async function deliver(page: Page, passagens: string[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const registrado = new Promise<string>((found) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registro] }) => {
      if (registro) found(registro.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registrado;
  for (const passagem of passagens) {
    await cdp.send('ServiceWorker.deliverPushMessage', {
      origin: servidor.url,
      registrationId,
      data: JSON.stringify({ tipo: 'proibido', passagem }),
    });
  }
}

const listShown = (page: Page) =>
  page.evaluate(async () => {
    const registro = await navigator.serviceWorker.ready;
    const avisos = await registro.getNotifications();
    return avisos.map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Touches a notification; a browser without a screen shows none that can be clicked. */
async function touch(page: Page, tag: string): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(async (tocada) => {
    const { registration, dispatchEvent, NotificationEvent } = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      dispatchEvent: (event: Event) => boolean;
      NotificationEvent: new (tipo: string, init: object) => Event;
    };
    const [notification] = await registration.getNotifications({ tag: tocada });
    const event = new NotificationEvent('notificationclick', { notification });
    // Only an event of the browser itself may be prolonged.
    dispatchEvent(Object.assign(event, { waitUntil: () => {} }));
  }, tag);
}

test('a browser that cannot subscribe says so, and is not among the devices', async ({ page }) => {
  await servidor.api.put('/api/avisos', { data: { ligado: true } });
  await open(page);
  await page.goto(`${servidor.url}/perfil`);
  const receber = page.getByRole('switch', { name: 'Receber alertas neste aparelho' });
  await receber.click();
  const frase = 'Não foi possível ativar os alertas neste navegador.';
  await expect(toast(page, frase)).toBeVisible();
  await expect(receber).not.toBeChecked();
  expect(await (await servidor.api.get('/api/avisos/aparelhos')).json()).toEqual([]);
});

test('a call names no plate, is one with the page’s own, and opens the passage', async ({
  page,
}) => {
  await open(page);
  const id = await raiseAlarm();
  const daPagina = expect.objectContaining({
    title: 'Proibido: QXJ0D52',
    tag: `alerta-${id}`,
  });
  await expect.poll(() => listShown(page)).toEqual([daPagina]);
  const chamada = { title: 'Alerta na portaria', body: 'Toque para ver', tag: 'alerta-7000' };
  await deliver(page, [id, '7000']);
  await expect.poll(() => listShown(page)).toContainEqual(chamada);
  const mostradas = await listShown(page);
  expect(mostradas).toHaveLength(2);
  expect(mostradas).toContainEqual(daPagina);
  await touch(page, `alerta-${id}`);
  await expect(page.getByRole('dialog', { name: 'Passagem' })).toContainText('QXJ0D52');
  await expect.poll(() => listShown(page)).toEqual([chamada]);
});
