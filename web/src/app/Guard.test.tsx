import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CONTA, openPage, type TestPage } from '../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const HINT = 'Use o menu lateral para navegar pelo sistema.';
const path = () => window.location.pathname + window.location.search;
const signIn = async () => {
  await page.user.type(await screen.findByLabelText('E-mail'), CONTA.email);
  await page.user.type(screen.getByLabelText('Senha'), `${CONTA.password}{Enter}`);
};

test.each([
  '/home',
  '/teste',
  '/aovivo',
  '/perfil',
  '/proprietarios',
  '/proprietarios/consultar',
  '/proprietarios/cadastrar',
  '/veiculos',
  '/veiculos/consultar',
  '/veiculos/cadastrar',
])('%s needs a sign-in', async (address) => {
  page = await openPage(address, { signedIn: false });
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
  expect(path()).toBe('/');
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
});

test.each([
  ['/signup', 'Criar conta'],
  ['/passwordrecovery', 'Recuperar conta'],
  ['/contato', 'Contato'],
  ['/privacidade', 'Privacidade'],
  ['/acessibilidade', 'Acessibilidade'],
])('%s needs no sign-in', async (address, title) => {
  page = await openPage(address, { signedIn: false });
  expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeTruthy();
  expect(path()).toBe(address);
});

test('after a deep link and a sign-in, the home page links to it', async () => {
  page = await openPage('/veiculos/consultar?q=gol', { signedIn: false });
  await signIn();
  const link = await screen.findByRole('link', { name: 'Continuar em Consulta de Veículos' });
  expect(path()).toBe('/home');
  await page.user.click(link);
  expect(await screen.findByRole('heading', { name: 'Consulta de Veículos' })).toBeTruthy();
  expect(path()).toBe('/veiculos/consultar?q=gol');
});

test('an unknown address leads to the home page with one line', async () => {
  page = await openPage('/nao/existe');
  expect(await screen.findByText(HINT)).toBeTruthy();
  expect(path()).toBe('/home');
  expect(screen.getByText('Página não encontrada. Você está na Página Inicial.')).toBeTruthy();
});

test.each(['/', '/login'])('a signed-in person at %s is sent home', async (address) => {
  page = await openPage(address);
  expect(await screen.findByText(HINT)).toBeTruthy();
  expect(path()).toBe('/home');
});

test('while the session is loading, one overlay is shown', async () => {
  let answer: (response: Response) => void = () => {};
  page = await openPage('/perfil', {
    prepare: (_server, wire) =>
      wire.answer('POST /api/auth/token', () => new Promise((resolve) => (answer = resolve))),
  });
  expect((await screen.findByText('Entrando...')).closest('[role="status"]')).toBeTruthy();
  expect(screen.queryByText('Informações de Conta')).toBeNull();
  await act(async () => answer(new Response('{}', { status: 401 })));
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
  expect(localStorage.getItem('unipark.user')).toBeNull();
});

test('a session that ends under an open screen asks for the password in place', async () => {
  page = await openPage('/home');
  // The four counters, and the chart's axis once it is there.
  await waitFor(() => expect(screen.getAllByText('0').length).toBeGreaterThan(3));
  page.wire.forgetCookies();
  const { session } = await import('../lib/session/session.ts');
  const { queryClient } = await import('../lib/wire/query.ts');
  act(() =>
    session.set((now) =>
      now.status === 'signedIn' ? { ...now, user: { ...now.user, access_token: 'x' } } : now,
    ),
  );
  act(() => void queryClient.invalidateQueries({ queryKey: ['painel'] }));
  expect(
    await screen.findByText('Sua sessão expirou. Entre novamente para continuar.'),
  ).toBeTruthy();
  const dialog = within(screen.getByRole('dialog'));
  await page.user.type(dialog.getByLabelText('Senha'), CONTA.password);
  await page.user.click(dialog.getByRole('button', { name: 'Entrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(path()).toBe('/home');
  expect(screen.queryByText('Erro inesperado.')).toBeNull();
});
