import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage, type TestPage } from '../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const EMAIL = 'bia@unilavras.edu.br';
const SENHA = 'portao-verde-42';

/** Signed in as the second account, which is not an administrator. */
const openWithoutAdmin = (caminho: string) =>
  openPage(caminho, {
    prepare: async (server, wire) => {
      const payload = { name: 'Bia', email: EMAIL, password: SENHA };
      await server.request({ method: 'POST', url: '/api/auth/sign-up/email', payload, as: null });
      wire.forgetCookies();
      const answer = await wire.fetch('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: EMAIL, password: SENHA }),
      });
      const { token } = await answer.json();
      const user = { email: EMAIL, name: 'Bia', picture: null, access_token: token };
      localStorage.setItem('unipark.user', JSON.stringify(user));
    },
  });

test('an administrator finds the sections; the first is open', async () => {
  page = await openPage('/configuracoes');
  expect(await screen.findByRole('heading', { name: 'Dispositivos' })).toBeTruthy();
  expect(window.location.pathname).toBe('/configuracoes/dispositivos');
  await waitFor(() => expect(document.title).toBe('Dispositivos · UNIPARK'));
  const getSectionLink = (name: string) => screen.getByRole('link', { name });
  expect(getSectionLink('Dispositivos').getAttribute('aria-current')).toBe('page');
  await page.user.click(getSectionLink('Câmeras'));
  expect(await screen.findByText('Nenhuma câmera configurada.')).toBeTruthy();
});

const CAMERA = {
  ...{ id: '1', nome: 'Portaria', tipo: 'snapshot', modo: 'imagem', estado: 'offline' },
  ...{ motivo: 'refused', desde: '2026-11-20T17:32:00Z', codec: null, largura: null },
  ...{ altura: null, espectadores: 2, ultimoQuadroEm: null },
};
const openCameras = (cameras: object[]) =>
  openPage('/configuracoes/cameras', {
    prepare: (_server, wire) =>
      wire.answer('GET /api/cameras/situacao', () =>
        Response.json({
          ffmpeg: null,
          arquivo: { configurado: true, erro: null, lidoEm: '2026-11-20T17:00:00Z' },
          cameras,
        }),
      ),
  });

test('cameras: ffmpeg is asked for only when a camera that is on needs it', async () => {
  const rtsp = { ...CAMERA, id: '2', nome: 'Pátio', tipo: 'rtsp', modo: 'video' };
  page = await openCameras([
    CAMERA,
    { ...CAMERA, id: '3', tipo: 'demo' },
    { ...rtsp, motivo: 'disabled' },
  ]);
  expect(await screen.findByRole('rowheader', { name: 'Pátio' })).toBeTruthy();
  expect(screen.queryByText(/ffmpeg/)).toBeNull();
  page.close();
  page = await openCameras([CAMERA, rtsp]);
  expect(await screen.findByText(/ffmpeg 5 ou mais novo.*FFMPEG_PATH/)).toBeTruthy();
});

test('cameras: a kind has its own sentence, and every value its label for the phone', async () => {
  page = await openCameras([CAMERA]);
  const frase = 'A câmera recusou a conexão. Confira o endereço e a porta.';
  expect(await screen.findByText(frase)).toBeTruthy();
  const celulas = [...document.querySelectorAll<HTMLElement>('.data-table td')];
  expect(celulas.map(({ dataset }) => dataset.label)).toEqual([
    ...['Tipo', 'Estado', 'Motivo', 'Desde', 'Assistindo'],
  ]);
});

test('cameras: one that nobody watches waits, one with a fault is off the air', async () => {
  page = await openCameras([
    { ...CAMERA, motivo: null, espectadores: 0 },
    { ...CAMERA, id: '2', espectadores: 0 },
  ]);
  expect(await screen.findByText('Em espera')).toBeTruthy();
  expect(screen.getAllByText('Fora do ar')).toHaveLength(1);
});

test.each(['/configuracoes', '/configuracoes/dispositivos/novo', '/configuracoes/alertas'])(
  '%s is closed to other accounts and sends no request',
  async (caminho) => {
    page = await openWithoutAdmin(caminho);
    expect(await screen.findByText('Você não tem permissão para ver esta tela.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Dispositivos' })).toBeNull();
    expect(page.wire.calls.filter((call) => /dispositivos|situacao|ajustes/.test(call))).toEqual(
      [],
    );
  },
);

test('the home page shows the settings to administrators alone', async () => {
  page = await openWithoutAdmin('/home');
  expect(await screen.findByRole('link', { name: /^Portaria/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Configurações/ })).toBeNull();
});

test('alarms: a change is saved, a value out of range is refused', async () => {
  page = await openPage('/configuracoes/alertas');
  const aviso = await screen.findByRole<HTMLInputElement>('switch', { name: /não é cadastrado/ });
  const intervalo = screen.getByLabelText<HTMLInputElement>(/^Intervalo entre avisos/);
  const salvar = screen.getByRole('button', { name: 'Salvar' });
  const readAjustes = async () =>
    JSON.parse((await page.server.request({ method: 'GET', url: '/api/alertas/ajustes' })).body);
  expect(aviso.checked).toBe(false);
  expect(intervalo.value).toBe('5');
  await page.user.clear(intervalo);
  await page.user.type(intervalo, '241');
  await page.user.click(salvar);
  expect(await screen.findByText('Intervalo: use de 0 a 240 minutos.')).toBeTruthy();
  expect(await readAjustes()).toEqual({
    nao_cadastrado: false,
    intervalo_min: 5,
    repeticao_seg: 10,
  });

  await page.user.click(aviso);
  await page.user.clear(intervalo);
  await page.user.type(intervalo, '15');
  const repeticao = screen.getByLabelText<HTMLInputElement>(/^Repetir o som/);
  expect(repeticao.value).toBe('10');
  await page.user.clear(repeticao);
  await page.user.type(repeticao, '4');
  await page.user.click(salvar);
  expect(await screen.findByText('Repetição: use 0 ou de 5 a 300 segundos.')).toBeTruthy();
  await page.user.clear(repeticao);
  await page.user.type(repeticao, '0');
  await page.user.click(salvar);
  await waitFor(async () =>
    expect(await readAjustes()).toEqual({
      nao_cadastrado: true,
      intervalo_min: 15,
      repeticao_seg: 0,
    }),
  );
});

test.each([
  ['read again', true],
  ['not read', false],
])('alarms: what another person saves meanwhile is not taken back, %s', async (_, lida) => {
  page = await openPage('/configuracoes/alertas');
  const aviso = await screen.findByRole<HTMLInputElement>('switch', { name: /não é cadastrado/ });
  const intervalo = screen.getByLabelText<HTMLInputElement>(/^Intervalo entre avisos/);
  await page.user.clear(intervalo);
  await page.user.type(intervalo, '15');
  const url = '/api/alertas/ajustes';
  const payload = { nao_cadastrado: true, intervalo_min: 7, repeticao_seg: 10 };
  await page.server.request({ method: 'PUT', url, payload });
  if (lida) {
    const { queryClient } = await import('../lib/wire/query.ts');
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(aviso.checked).toBe(true));
  }
  expect(intervalo.value).toBe('15');
  await page.user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(async () =>
    expect((await page.server.request({ url })).json()).toEqual({ ...payload, intervalo_min: 15 }),
  );
});
