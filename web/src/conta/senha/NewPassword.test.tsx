import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { insertConta } from '../../../../server/test/usuarios.ts';
import { getLinkOfCarta, SEM_CARTEIRO } from '../../../test/cadastro.ts';
import { CONTA, openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const CHANGED = 'Senha alterada. Entre com a nova senha.';
const REFUSED = 'Este link não vale mais. Peça outro.';

async function openLink(options: TestPageOptions = {}, email = CONTA.email) {
  page = await openPage('/passwordrecovery', {
    signedIn: false,
    env: SEM_CARTEIRO,
    ...options,
    prepare: async (server, wire) => {
      if (email !== CONTA.email) await insertConta(server, { email });
      await wire.fetch('/api/auth/newpassword', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      });
      window.history.replaceState(null, '', await getLinkOfCarta(server));
    },
  });
  await screen.findByLabelText('Nova senha');
}
const fill = async (text: string, again = text) => {
  for (const [label, typed] of [
    ['Nova senha', text],
    ['Confirmar senha', again],
  ] as const) {
    await page.user.clear(screen.getByLabelText(label));
    await page.user.type(screen.getByLabelText(label), typed);
  }
  await page.user.click(screen.getByRole('button', { name: 'Alterar senha' }));
};
const sent = () => page.wire.calls.filter((call) => call.includes('confirmar'));
const signIn = (password: string) =>
  page.wire.fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: CONTA.email, password }),
  });

test('the token leaves the address; the new password signs in and the old one does not', async () => {
  await openLink();
  expect(window.location.pathname + window.location.hash).toBe('/passwordrecovery');
  expect(screen.getByText('De 8 a 128 caracteres.')).toBeTruthy();
  expect(screen.getByLabelText('Nova senha').getAttribute('autocomplete')).toBe('new-password');
  await fill('cancela-verde-9');
  expect(await screen.findByText(CHANGED)).toBeTruthy();
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  expect((await signIn(CONTA.password)).status).toBe(401);
  expect((await signIn('cancela-verde-9')).status).toBe(200);
});

test('the form’s own faults, and the server’s sentence under the field', async () => {
  await openLink();
  await fill('curta', 'outra');
  expect(await screen.findByText('A senha deve ter de 8 a 128 caracteres.')).toBeTruthy();
  expect(sent()).toEqual([]);
  await fill('cancela-verde-9', 'cancela-verde-8');
  expect(await screen.findByText('As senhas não são iguais.')).toBeTruthy();
  expect(sent()).toEqual([]);
  await fill('password123');
  const common = 'Esta senha é muito comum. Escolha outra.';
  await waitFor(() => expect(document.querySelector('form')?.textContent).toContain(common));
  expect(screen.getByLabelText('Nova senha')).toBe(document.activeElement);
  await fill('cancela-verde-9');
  expect(await screen.findByText(CHANGED)).toBeTruthy();
});

test('without a server the form keeps its fields and sends them at the next press', async () => {
  await openLink();
  page.wire.answer('POST /api/auth/newpassword/confirmar', () =>
    Promise.reject(new TypeError('failed')),
  );
  await fill('cancela-verde-9');
  const sentence = 'Sem conexão com o servidor. Tente novamente.';
  await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2));
  expect(screen.getByLabelText('Confirmar senha')).toHaveProperty('value', 'cancela-verde-9');
  page.wire.restore();
  await page.user.click(screen.getByRole('button', { name: 'Alterar senha' }));
  expect(await screen.findByText(CHANGED)).toBeTruthy();
});

test('after a used link another one is requested on the plain page', async () => {
  page = await openPage('/passwordrecovery#token=nao-vale', { signedIn: false });
  await screen.findByLabelText('Nova senha');
  await fill('cancela-verde-9');
  expect(await screen.findByText(REFUSED)).toBeTruthy();
  expect(screen.queryByLabelText('Nova senha')).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Pedir outro link' }));
  expect(await screen.findByLabelText('E-mail')).toBeTruthy();
});

test('a session in this browser ends with the others', async () => {
  await openLink({ signedIn: true });
  await fill('cancela-verde-9');
  expect(await screen.findByText(CHANGED)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
  expect(window.location.pathname).toBe('/');
  expect(localStorage.getItem('unipark.user')).toBeNull();
  expect(localStorage.getItem('unipark.sair')).toBeNull();
});

test('a session of another account lives on', async () => {
  await openLink({ signedIn: true }, 'outra@unilavras.edu.br');
  await fill('cancela-verde-9');
  expect(await screen.findByText(CHANGED)).toBeTruthy();
  await waitFor(() => expect(window.location.pathname).toBe('/home'));
  expect(JSON.parse(localStorage.getItem('unipark.user') ?? '{}').email).toBe(CONTA.email);
});
