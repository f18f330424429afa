import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { CONTA, openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const open = async (path = '/', options: TestPageOptions = {}) => {
  page = await openPage(path, { signedIn: false, ...options });
  await screen.findByRole('button', { name: 'Entrar' });
};
const email = () => screen.getByLabelText('E-mail');
const getSenha = () => screen.getByLabelText('Senha');
const submit = () => page.user.click(screen.getByRole('button', { name: 'Entrar' }));
const isSignIn = (call: string) => call.startsWith('POST /api/auth/sign-in');

describe('what is checked before anything is sent', () => {
  test.each(['', '  ', 'marcia', 'marcia@', 'a b@c.br'])('e-mail "%s"', async (typed) => {
    await open();
    if (typed) await page.user.type(email(), typed);
    await submit();
    expect(await screen.findAllByText('Email inválido.')).not.toHaveLength(0);
    expect(screen.queryByText('Senha não pode estar em branco.')).toBeNull();
    expect(email()).toBe(document.activeElement);
    expect(email().getAttribute('aria-invalid')).toBe('true');
    expect(page.wire.calls.filter(isSignIn)).toEqual([]);
  });

  test('the password is checked after the e-mail', async () => {
    await open();
    await page.user.type(email(), CONTA.email);
    await submit();
    expect(await screen.findAllByText('Senha não pode estar em branco.')).not.toHaveLength(0);
    expect(screen.queryByText('Email inválido.')).toBeNull();
    expect(getSenha()).toBe(document.activeElement);
    expect(page.wire.calls.filter(isSignIn)).toEqual([]);
  });
});

test('a wrong password shows its sentence under the field and keeps the form', async () => {
  await open();
  await page.user.type(email(), CONTA.email);
  await page.user.type(getSenha(), 'outra-senha-1');
  await submit();
  expect(await screen.findAllByText('Credenciais inválidas.')).not.toHaveLength(0);
  expect(email()).toHaveProperty('value', CONTA.email);
  await waitFor(() => expect(getSenha()).toBe(document.activeElement));
  expect(localStorage.getItem('unipark.user')).toBeNull();
});

test('signs in, shows the welcome, goes home and stores the user', async () => {
  await open();
  await page.user.type(email(), `  ${CONTA.email}`);
  await page.user.type(getSenha(), `${CONTA.password}{Enter}`);
  expect(await screen.findByText('Use o menu lateral para navegar pelo sistema.')).toBeTruthy();
  expect(await screen.findByText(`Bem vindo(a), ${CONTA.email}`)).toBeTruthy();
  expect(window.location.pathname).toBe('/home');
  const stored = JSON.parse(localStorage.getItem('unipark.user') ?? '{}');
  expect(stored).toMatchObject({ email: CONTA.email, name: CONTA.name, picture: null });
  expect(stored.access_token).toMatch(/^ey/);
});

test('too many attempts: a countdown, with the button disabled', async () => {
  await open('/', {
    prepare: (_server, wire) =>
      wire.answer(
        'POST /api/auth/sign-in/email',
        () => new Response('{}', { status: 429, headers: { 'retry-after': '2' } }),
      ),
  });
  await page.user.type(email(), CONTA.email);
  await page.user.type(getSenha(), `${CONTA.password}{Enter}`);
  expect(await screen.findAllByText('Muitas tentativas. Tente em 2 s.')).not.toHaveLength(0);
  const button = screen.getByRole('button', { name: 'Entrar' });
  expect(button).toHaveProperty('disabled', true);
  expect(
    await screen.findByText('Muitas tentativas. Tente em 1 s.', {}, { timeout: 3000 }),
  ).toBeTruthy();
  await waitFor(() => expect(button).toHaveProperty('disabled', false), { timeout: 3000 });
});

test.each([
  [
    'the server offline',
    () => Promise.reject(new TypeError('failed')),
    'Sem conexão com o servidor. Tente novamente.',
  ],
  ['an unexpected fault', () => new Response('{}', { status: 500 }), 'Erro ao fazer login'],
  [
    'a sentence of the server',
    () => new Response('{"mensagem":"Sua conta ainda aguarda aprovação."}', { status: 403 }),
    'Sua conta ainda aguarda aprovação.',
  ],
])('%s', async (_name, reply, sentence) => {
  await open('/', {
    prepare: (_server, wire) => wire.answer('POST /api/auth/sign-in/email', reply),
  });
  await page.user.type(email(), CONTA.email);
  await page.user.type(getSenha(), `${CONTA.password}{Enter}`);
  expect(await screen.findAllByText(sentence)).not.toHaveLength(0);
  expect(screen.getByRole('button', { name: 'Entrar' })).toHaveProperty('disabled', false);
});

test('links to the other public pages and to the first account', async () => {
  await open('/login', { account: false });
  expect(await screen.findByText(/Nenhuma conta ainda\./)).toBeTruthy();
  const links = ['Criar primeira conta', 'Esqueci minha senha', 'Criar conta', 'Contato'];
  expect(links.map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
    '/signup',
    '/passwordrecovery',
    '/signup',
    '/contato',
  ]);
  expect(document.title).toBe('Entrar · UNIPARK');
});

test('shows and hides the password', async () => {
  await open();
  expect(getSenha().getAttribute('type')).toBe('password');
  await page.user.click(screen.getByRole('button', { name: 'Mostrar senha' }));
  expect(getSenha().getAttribute('type')).toBe('text');
  expect(screen.getByRole('button', { name: 'Ocultar senha' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
});
