import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { until } from '../../../server/test/espera.ts';
import { openPage, type TestPage } from '../../test/page.tsx';

let page: TestPage;
afterEach(async () => {
  vi.doUnmock('../conta/Perfil.tsx');
  vi.restoreAllMocks();
  await page.close();
});

let fault: Error | undefined = new Error('broken on purpose');
function Fragile() {
  if (fault) throw fault;
  return <h1>Perfil inteiro</h1>;
}

test('a broken screen leaves the header and the menu, and offers another try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.doMock('../conta/Perfil.tsx', () => ({ Perfil: Fragile }));
  page = await openPage('/perfil');
  expect(await screen.findByText('Não foi possível mostrar esta tela.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Abrir menu' })).toBeTruthy();
  expect(screen.getByText('O restante do sistema continua funcionando.')).toBeTruthy();
  fault = undefined;
  await page.user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByRole('heading', { name: 'Perfil inteiro' })).toBeTruthy();
});

test('without a server, a broken screen does not say that the rest works', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.doMock('../conta/Perfil.tsx', async () => {
    const { connected } = await import('../lib/wire/connection.ts');
    return {
      Perfil: () => {
        connected.set(false);
        throw new Error('broken on purpose');
      },
    };
  });
  page = await openPage('/perfil');
  expect(await screen.findByText('Sem conexão com o servidor. Tente novamente.')).toBeTruthy();
  expect(screen.queryByText('O restante do sistema continua funcionando.')).toBeNull();
});

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/P-1.js');
const openWithoutChunk = async (html: () => Response) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  // It becomes a module after it is in the document, so that it is not loaded.
  document.head.innerHTML = '<script type="text/plain" src="/assets/index-1.js"></script>';
  document.head.querySelector('script')?.setAttribute('type', 'module');
  fault = missing;
  vi.doMock('../conta/Perfil.tsx', () => ({ Perfil: Fragile }));
  page = await openPage('/perfil', { prepare: (_server, wire) => wire.answer('GET /', html) });
};
const answerBuild = (build: number) => () =>
  new Response(`<script type="module" src="/assets/index-${build}.js"></script>`);

test('a module that another build does not have: the new version, and a button to reload', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  await openWithoutChunk(answerBuild(2));
  expect(await screen.findByText('Nova versão disponível')).toBeTruthy();
  expect(screen.queryByText(/Sem conexão/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Tentar novamente' })).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Recarregar' }));
  await until(() => expect(reload).toHaveBeenCalledOnce());
});

test('a module that the network lost is no new version', async () => {
  await openWithoutChunk(answerBuild(1));
  expect(
    await screen.findByText('Uma parte desta tela não foi carregada. Tente novamente.'),
  ).toBeTruthy();
  expect(screen.queryByText('Nova versão disponível')).toBeNull();
});

test('a module without a server says that there is no connection', async () => {
  await openWithoutChunk(() => {
    throw new TypeError('fetch failed');
  });
  expect(await screen.findByText('Sem conexão com o servidor. Tente novamente.')).toBeTruthy();
  expect(screen.queryByText('Nova versão disponível')).toBeNull();
});

test('after an upgrade of the server the page offers the new version', async () => {
  page = await openPage('/home');
  await screen.findByRole('button', { name: 'Logout' });
  expect(screen.queryByText('Nova versão disponível')).toBeNull();
  page.wire.answer(
    'GET /healthz',
    () => new Response('{}', { headers: { 'x-unipark-versao': '9.9.9' } }),
  );
  const { api } = await import('../lib/wire/http.ts');
  await act(() => api('GET', '/healthz', { anonymous: true }));
  expect(await screen.findByText('Nova versão disponível')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Atualizar' })).toBeTruthy();
});
