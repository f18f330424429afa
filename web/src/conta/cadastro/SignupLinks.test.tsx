import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { createFirstLink, getLinkOfCarta, invite, SEM_CARTEIRO } from '../../../test/cadastro.ts';
import { CONTA, openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const RITA = { name: 'Rita Alves', email: 'rita@unilavras.edu.br', password: 'portao-verde-17' };
const DOMINIO = {
  SIGNUP_MODE: 'dominio',
  SIGNUP_DOMAINS: 'unilavras.edu.br',
  ...SEM_CARTEIRO,
};
const REFUSED = 'Este link não vale mais. Peça outro.';

/** Opens a link whose token is created after the page has started. */
async function openLink(
  linkOf: (
    page: Parameters<NonNullable<TestPageOptions['prepare']>>[0],
    wire: TestPage['wire'],
  ) => Promise<string>,
  options: TestPageOptions = {},
) {
  page = await openPage('/signup', {
    signedIn: false,
    ...options,
    prepare: async (server, wire) => {
      window.history.replaceState(null, '', await linkOf(server, wire));
    },
  });
}
const type = async (label: string, text: string) =>
  page.user.type(await screen.findByLabelText(label), text);
const press = (name: string) => page.user.click(screen.getByRole('button', { name }));
const passwords = async (text: string, again = text) => {
  await type('Senha', text);
  await type('Confirmar senha', again);
};
/** Waits until the token has left the address bar. */
const addressIs = (expected: string) =>
  waitFor(() => expect(window.location.pathname + window.location.hash).toBe(expected));
const welcomed = (email: string) => screen.findByText(`Bem vindo(a), ${email}`);

describe('an invitation', () => {
  const invited = (options?: TestPageOptions) =>
    openLink((server) => invite(server, RITA.email), options);

  test('the invited address is fixed, the token leaves the address bar, and the account opens', async () => {
    await invited();
    const email = await screen.findByLabelText('E-mail');
    expect(email).toHaveProperty('value', RITA.email);
    expect(email).toHaveProperty('readOnly', true);
    await addressIs('/signup');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Criar conta');
    await type('Nome completo', RITA.name);
    await passwords(RITA.password);
    await press('Criar conta');
    expect(await welcomed(RITA.email)).toBeTruthy();
    await waitFor(() => expect(window.location.pathname).toBe('/home'));
  });

  test('a used invitation shows what to do next', async () => {
    await openLink(async () => '/signup#convite=nao-vale');
    expect(await screen.findByText(REFUSED)).toBeTruthy();
    await addressIs('/signup');
    expect(screen.getByRole('link', { name: 'Contato' }).getAttribute('href')).toBe('/contato');
    expect(screen.queryByLabelText('Nome completo')).toBeNull();
  });

  test('without a server the page offers another try', async () => {
    page = await openPage('/signup#convite=x', {
      signedIn: false,
      prepare: (_server, wire) =>
        wire.answer('POST /api/auth/convite', () => Promise.reject(new TypeError('failed'))),
    });
    expect(await screen.findByText('Não foi possível ler o convite.')).toBeTruthy();
    page.wire.restore();
    await press('Tentar novamente');
    expect(await screen.findByText(REFUSED)).toBeTruthy();
  });

  test('in a browser with a session the page asks before it signs out', async () => {
    await invited({ signedIn: true });
    expect(await screen.findByText(CONTA.email)).toBeTruthy();
    await addressIs('/signup');
    expect(screen.queryByLabelText('Nome completo')).toBeNull();
    await press('Sair e continuar');
    expect(await screen.findByLabelText('E-mail')).toHaveProperty('value', RITA.email);
    expect(localStorage.getItem('unipark.user')).toBeNull();
  });
});

test('the first account may have any address, and the page says that it is the administrator', async () => {
  await openLink(createFirstLink, { account: false, env: { SIGNUP_MODE: 'fechado' } });
  expect(await screen.findByRole('heading', { name: 'Criar primeira conta' })).toBeTruthy();
  expect(screen.getByText('Esta conta vai administrar o sistema.')).toBeTruthy();
  expect(screen.getByLabelText('E-mail')).toHaveProperty('readOnly', false);
  await type('Nome completo', RITA.name);
  await type('E-mail', RITA.email);
  await passwords(RITA.password);
  await press('Criar conta');
  expect(await welcomed(RITA.email)).toBeTruthy();
});

describe('the link of the verification mail', () => {
  const signUp = (wire: TestPage['wire']) =>
    wire.fetch('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(RITA),
    });
  const opened = (sameBrowser: boolean, options: TestPageOptions = {}) =>
    openLink(
      async (server, wire) => {
        await signUp(wire);
        if (!sameBrowser) wire.forgetCookies();
        return getLinkOfCarta(server);
      },
      { env: DOMINIO, ...options },
    );

  test('in the browser that signed up the person is signed in at once', async () => {
    await opened(true);
    expect(await welcomed(RITA.email)).toBeTruthy();
    await addressIs('/home');
    expect(page.wire.calls.filter((call) => call.includes('verify'))).toHaveLength(1);
  });

  test("in another browser a new password is asked for, with the server's sentences", async () => {
    await opened(false);
    expect(await screen.findByText('Escolha uma senha para a sua conta.')).toBeTruthy();
    await addressIs('/signup');
    await passwords('password123');
    await press('Confirmar e entrar');
    expect(await screen.findByText('Esta senha é muito comum. Escolha outra.')).toBeTruthy();
    await page.user.clear(screen.getByLabelText('Senha'));
    await page.user.clear(screen.getByLabelText('Confirmar senha'));
    await passwords('cancela-verde-9', 'cancela-verde-8');
    await press('Confirmar e entrar');
    expect(await screen.findByText('As senhas não são iguais.')).toBeTruthy();
    await page.user.type(screen.getByLabelText('Confirmar senha'), '{Backspace}9');
    await press('Confirmar e entrar');
    expect(await welcomed(RITA.email)).toBeTruthy();
    await addressIs('/home');
  });

  test('a used link shows the way to another', async () => {
    await openLink(async () => '/signup#confirmar=nao-vale', { env: DOMINIO });
    expect(await screen.findByText(REFUSED)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('link', { name: 'Recuperar conta' })).toBeTruthy();
    await press('Criar conta');
    expect(await screen.findByLabelText('Nome completo')).toBeTruthy();
  });

  test('after confirming, the account still waits for an administrator', async () => {
    page = await openPage('/signup#confirmar=x', {
      signedIn: false,
      prepare: (_server, wire) =>
        wire.answer('POST /api/auth/verify', () =>
          Response.json(
            { token: null, user: null, mensagem: 'Cadastro recebido. Aguarde a aprovação.' },
            { status: 202 },
          ),
        ),
    });
    expect(await screen.findByText('Cadastro recebido. Aguarde a aprovação.')).toBeTruthy();
    expect(localStorage.getItem('unipark.user')).toBeNull();
  });

  test('an account with a second factor is asked for it at the login', async () => {
    page = await openPage('/signup#confirmar=x', {
      signedIn: false,
      prepare: (_server, wire) =>
        wire.answer('POST /api/auth/verify', () =>
          Response.json({ token: null, user: null, segundoFator: ['totp'] }),
        ),
    });
    expect(await screen.findByRole('heading', { name: 'Confirme que é você' })).toBeTruthy();
    await addressIs('/');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Código')));
  });

  test('without a server the page offers another try, and the link stays valid', async () => {
    await openLink(
      async (server, wire) => {
        await signUp(wire);
        wire.answer('POST /api/auth/verify', () => Promise.reject(new TypeError('failed')));
        return getLinkOfCarta(server);
      },
      { env: DOMINIO },
    );
    expect(await screen.findByText('Não foi possível confirmar o e-mail.')).toBeTruthy();
    page.wire.restore();
    await press('Tentar novamente');
    expect(await welcomed(RITA.email)).toBeTruthy();
  });
});

test('a second link opened in the same tab replaces the first', async () => {
  await openLink(async () => '/signup#convite=nao-vale');
  expect(await screen.findByText(REFUSED)).toBeTruthy();
  window.location.hash = `#${(await invite(page.server, RITA.email)).split('#')[1]}`;
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(await screen.findByLabelText('E-mail')).toHaveProperty('value', RITA.email);
  await addressIs('/signup');
});
