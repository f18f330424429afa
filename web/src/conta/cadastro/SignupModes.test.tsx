import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { createFirst, SEM_CARTEIRO } from '../../../test/cadastro.ts';
import { openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const DOMINIO = {
  SIGNUP_MODE: 'dominio',
  SIGNUP_DOMAINS: 'unilavras.edu.br,aluno.br',
  ...SEM_CARTEIRO,
};
const open = async (env: Record<string, string>, options: TestPageOptions = {}) => {
  page = await openPage('/signup', { signedIn: false, env, ...options });
  await screen.findByRole('heading', { name: 'Criar conta', level: 1 });
};
const type = (label: string, text: string) => page.user.type(screen.getByLabelText(label), text);
const fill = async (email: string) => {
  await type('Nome completo', 'Rita Alves');
  await type('E-mail', email);
  await type('Senha', 'portao-verde-17');
  await type('Confirmar senha', 'portao-verde-17');
  await page.user.click(screen.getByRole('button', { name: 'Criar conta' }));
};
const sent = () => page.wire.calls.filter((call) => call.includes('sign-up'));

describe('by domain', () => {
  test('the domains are named, and an address outside them is refused before sending', async () => {
    await open(DOMINIO);
    const hint = 'Use o seu endereço @unilavras.edu.br ou @aluno.br.';
    expect(await screen.findByText(hint)).toBeTruthy();
    await fill('rita@unilavras.edu.br.exemplo.com');
    expect(await screen.findByText('Use o seu e-mail da instituição.')).toBeTruthy();
    expect(screen.getByLabelText('E-mail')).toBe(document.activeElement);
    expect(sent()).toEqual([]);
  });

  test('after sending the page shows the next step, sends again, or returns to the filled form', async () => {
    await open(DOMINIO);
    await screen.findByLabelText('Nome completo');
    await fill('rita@ALUNO.br');
    expect(await screen.findByText('Confirme o endereço pelo e-mail que enviamos.')).toBeTruthy();
    expect(screen.getByText('rita@ALUNO.br')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 })).toBe(document.activeElement);
    expect(screen.getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/');
    expect(localStorage.getItem('unipark.user')).toBeNull();

    await page.user.click(screen.getByRole('button', { name: 'Reenviar' }));
    expect(
      await screen.findByText(/^Pedido recebido\. São até três e-mails por hora/),
    ).toBeTruthy();
    expect(sent()).toHaveLength(2);

    await page.user.click(screen.getByRole('button', { name: 'Corrigir dados' }));
    expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'rita@ALUNO.br');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('E-mail')));
    expect(screen.getByLabelText('Confirmar senha')).toHaveProperty('value', 'portao-verde-17');
  });

  test('without a server the page says so and keeps every field', async () => {
    await open(DOMINIO);
    await screen.findByLabelText('Nome completo');
    page.wire.answer('POST /api/auth/sign-up/email', () => Promise.reject(new TypeError('failed')));
    await fill('rita@aluno.br');
    const sentence = 'Sem conexão com o servidor. Tente novamente.';
    // Once in the page and once as a toast.
    await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2));
    expect(screen.getByLabelText('Senha')).toHaveProperty('value', 'portao-verde-17');
    page.wire.restore();
    await page.user.click(screen.getByRole('button', { name: 'Criar conta' }));
    expect(await screen.findByText('Confirme o endereço pelo e-mail que enviamos.')).toBeTruthy();
  });
});

test('by approval: the page says so before and after', async () => {
  await open({ SIGNUP_MODE: 'aprovacao' });
  expect(await screen.findByText('A administração aprova cada cadastro.')).toBeTruthy();
  await fill('rita@exemplo.br');
  expect(await screen.findByText('Cadastro recebido. Aguarde a aprovação.')).toBeTruthy();
  expect(screen.getByText('rita@exemplo.br')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reenviar' })).toBeNull();
  await page.user.click(screen.getByRole('link', { name: 'Entrar' }));
  await screen.findByRole('button', { name: 'Entrar' });
  await type('E-mail', 'rita@exemplo.br');
  await type('Senha', 'portao-verde-17{Enter}');
  expect(await screen.findAllByText('Sua conta ainda aguarda aprovação.')).not.toHaveLength(0);
});

test.each(['convite', 'fechado'])(
  '%s without a link: the page says where to ask',
  async (SIGNUP_MODE) => {
    await open({ SIGNUP_MODE }, { account: false, prepare: createFirst });
    const sentence = 'O cadastro é feito por convite. Fale com a administração.';
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByLabelText('Nome completo')).toBeNull();
    expect(screen.getByRole('link', { name: 'Contato' }).getAttribute('href')).toBe('/contato');
  },
);

test('the first account needs no approval in any mode', async () => {
  await open(DOMINIO, { account: false });
  await screen.findByLabelText('Nome completo');
  expect(screen.queryByText(/@unilavras/)).toBeNull();
  await fill('rita@exemplo.com');
  await waitFor(() => expect(window.location.pathname).toBe('/home'));
});

test('the form appears when the server does not answer with the mode', async () => {
  await open(
    {},
    {
      prepare: (_server, wire) => wire.answer('GET /api/instalacao', () => new Promise(() => {})),
    },
  );
  expect(await screen.findByLabelText('Nome completo')).toBeTruthy();
});
