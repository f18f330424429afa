import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SEM_CARTEIRO } from '../../../test/cadastro.ts';
import { openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const open = async (prepare?: TestPageOptions['prepare'], env?: Record<string, string>) => {
  page = await openPage('/passwordrecovery', { signedIn: false, prepare, env });
  await screen.findByRole('heading', { name: 'Recuperar conta' });
};
const send = async (email: string) => {
  if (email) await page.user.type(screen.getByLabelText('E-mail'), email);
  await page.user.click(screen.getByRole('button', { name: 'Enviar email de recuperação' }));
};

test('the field has the type of an e-mail', async () => {
  await open();
  expect(screen.getByLabelText('E-mail').getAttribute('type')).toBe('email');
});

test('without mail on the server the page says so before and after sending, and stays', async () => {
  await open();
  const sentence = 'O envio de e-mails não está configurado. Procure a administração.';
  expect(await screen.findByText(sentence)).toBeTruthy();
  await send('ana@unilavras.edu.br');
  // In the first line and as a toast.
  await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2));
  expect(window.location.pathname).toBe('/passwordrecovery');
  expect(screen.getByRole('link', { name: 'Contato' }).className).toContain('bg-primary');
  expect(
    screen.getByRole('button', { name: 'Enviar email de recuperação' }).className,
  ).not.toContain('bg-primary');
});

test('after sending, the toast stays on the login', async () => {
  await open(undefined, SEM_CARTEIRO);
  expect(await screen.findByText('Enviaremos um link para criar uma nova senha.')).toBeTruthy();
  await send('ana@unilavras.edu.br');
  expect(await screen.findByText('Siga as instruções no seu e-mail')).toBeTruthy();
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  expect(screen.getByText('Siga as instruções no seu e-mail')).toBeTruthy();
});

test('a failure without a sentence shows a general one', async () => {
  await open((_server, wire) =>
    wire.answer('POST /api/auth/newpassword', () => new Response('', { status: 500 })),
  );
  await send('ana@unilavras.edu.br');
  expect(await screen.findAllByText('Erro inesperado.')).not.toHaveLength(0);
});

test('a mistyped address is refused before sending', async () => {
  await open();
  await send('ana');
  expect(await screen.findAllByText('Email inválido.')).not.toHaveLength(0);
  expect(page.wire.calls.filter((call) => call.includes('newpassword'))).toEqual([]);
});
