import { screen, waitFor } from '@testing-library/react';
import { ERROS_OIDC } from '@unipark/contract/oidc';
import { afterEach, describe, expect, test } from 'vitest';
import { CONTA, openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';

/** An address without a server: the page does not depend on its answer. */
const OIDC = {
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'unipark',
  OIDC_CLIENT_SECRET: 'segredo-de-teste',
  OIDC_NOME: 'Conta UNILAVRAS',
};

let page: TestPage;
afterEach(() => page.close());

const open = async (path: string, options: TestPageOptions = {}) => {
  page = await openPage(path, { signedIn: false, env: OIDC, ...options });
};
const link = () => screen.findByRole('link', { name: 'Entrar com Conta UNILAVRAS' });
const hash = () => window.location.hash;

/** Sets the cookie of a session, as the return from the provider does, and stores no user. */
const comeBack: TestPageOptions['prepare'] = async (_server, wire) => {
  const { email, password } = CONTA;
  await wire.fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
};

describe('the link', () => {
  test('is under the form where a provider is configured', async () => {
    await open('/');
    expect((await link()).getAttribute('href')).toBe('/api/auth/oidc/entrar');
    expect(screen.getByText('ou')).toBeTruthy();
  });

  test('carries the page that was asked for', async () => {
    await open('/veiculos/consultar?q=abc');
    expect((await link()).getAttribute('href')).toBe(
      '/api/auth/oidc/entrar?de=%2Fveiculos%2Fconsultar%3Fq%3Dabc',
    );
  });

  test('is absent without a provider', async () => {
    await open('/', { env: {} });
    expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
    await waitFor(() => expect(page.wire.calls).toContain('GET /api/instalacao'));
    expect(screen.queryByText('ou')).toBeNull();
    expect(screen.queryByRole('link', { name: /Entrar com/ })).toBeNull();
  });
});

describe('the return from the provider', () => {
  test('signs in by the cookie alone, shows the welcome, goes home', async () => {
    await open('/#entrar', { prepare: comeBack });
    expect(await screen.findByText('Use o menu lateral para navegar pelo sistema.')).toBeTruthy();
    expect(await screen.findByText(`Bem vindo(a), ${CONTA.email}`)).toBeTruthy();
    expect([window.location.pathname, hash()]).toEqual(['/home', '']);
    expect(page.wire.calls).toContain('POST /api/auth/token');
    expect(JSON.parse(localStorage.getItem('unipark.user') ?? '{}').email).toBe(CONTA.email);
  });

  test('links to the page that was asked for before', async () => {
    await open('/#entrar&de=%2Fveiculos%2Fconsultar', { prepare: comeBack });
    const continuar = await screen.findByRole('link', {
      name: 'Continuar em Consulta de Veículos',
    });
    expect(continuar.getAttribute('href')).toBe('/veiculos/consultar');
  });

  test.each(['https://mal.exemplo.br', '//mal.exemplo.br', '/\\mal.exemplo.br'])(
    'ignores an address of another site: %s',
    async (de) => {
      await open(`/#entrar&de=${encodeURIComponent(de)}`, { prepare: comeBack });
      expect(await screen.findByText('Use o menu lateral para navegar pelo sistema.')).toBeTruthy();
      expect(screen.queryByText(/^Continuar em/)).toBeNull();
      expect(document.body.innerHTML).not.toContain('mal.exemplo.br');
    },
  );

  test('without a session it says so, and the form is shown', async () => {
    await open('/#entrar');
    expect(await screen.findAllByText(ERROS_OIDC.estado)).not.toHaveLength(0);
    expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
    expect(hash()).toBe('');
  });

  test('without a server it says so', async () => {
    await open('/#entrar', {
      prepare: (_server, wire) =>
        wire.answer('POST /api/auth/token', () => Promise.reject(new TypeError('failed'))),
    });
    const frase = 'Sem conexão com o servidor. Tente novamente.';
    expect(await screen.findAllByText(frase)).not.toHaveLength(0);
  });

  test.each(Object.entries(ERROS_OIDC))(
    '%s: a toast and a line, and the hash is removed',
    async (codigo, frase) => {
      await open(`/#erro=${codigo}`);
      await link();
      await waitFor(() => expect(screen.getAllByText(frase)).toHaveLength(2));
      expect([window.location.pathname, hash()]).toEqual(['/', '']);
    },
  );

  test.each(['inventado', '__proto__', '<b>x</b>'])(
    'an unknown code shows a general sentence: %s',
    async (codigo) => {
      await open(`/#erro=${encodeURIComponent(codigo)}`);
      expect(await screen.findAllByText(ERROS_OIDC.provedor)).not.toHaveLength(0);
    },
  );

  test('asks for the second factor', async () => {
    await open('/#segundo-fator=totp&de=%2Fperfil');
    expect(await screen.findByRole('heading', { name: 'Confirme que é você' })).toBeTruthy();
    expect(hash()).toBe('');
    expect(screen.queryByLabelText('Senha')).toBeNull();
  });
});

test('an ended session is renewed in another tab, and this tab goes on', async () => {
  await open('/home', { signedIn: true });
  await screen.findByText('Use o menu lateral para navegar pelo sistema.');
  const { askSignIn } = await import('../../lib/session/session.ts');
  const again = askSignIn();
  const link = await screen.findByRole('link', { name: 'Entrar com Conta UNILAVRAS em outra aba' });
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('href')).toBe('/api/auth/oidc/entrar');
  // The storage event of the other tab.
  window.dispatchEvent(new StorageEvent('storage', { key: 'unipark.user' }));
  expect(await again).toBe(true);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
