import { screen, waitFor } from '@testing-library/react';
import { ERROS_OIDC } from '@unipark/contract/oidc';
import { afterEach, describe, expect, test } from 'vitest';
import { CONTA, openPage, type Page, type PageOptions } from '../../test/page.tsx';

/** Nobody answers there: what the page does does not depend on it. */
const OIDC = {
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'unipark',
  OIDC_CLIENT_SECRET: 'segredo-de-teste',
  OIDC_NOME: 'Conta UNILAVRAS',
};

let page: Page;
afterEach(() => page.close());

const open = async (path: string, options: PageOptions = {}) => {
  page = await openPage(path, { signedIn: false, env: OIDC, ...options });
};
const link = () => screen.findByRole('link', { name: 'Entrar com Conta UNILAVRAS' });
const hash = () => window.location.hash;

/** The cookie of a session, as the way back sets it, and nothing in storage. */
const comeBack: PageOptions['prepare'] = async (_server, wire) => {
  const { email, password } = CONTA;
  await wire.fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
};

describe('the link', () => {
  test('stands under the form where a provider is configured', async () => {
    await open('/');
    expect((await link()).getAttribute('href')).toBe('/api/auth/oidc/entrar');
    expect(screen.getByText('ou')).toBeTruthy();
  });

  test('takes along the page that was asked for', async () => {
    await open('/veiculos/consultar?q=abc');
    expect((await link()).getAttribute('href')).toBe(
      '/api/auth/oidc/entrar?de=%2Fveiculos%2Fconsultar%3Fq%3Dabc',
    );
  });

  test('is not there where none is', async () => {
    await open('/', { env: {} });
    expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
    await waitFor(() => expect(page.wire.calls).toContain('GET /api/instalacao'));
    expect(screen.queryByText('ou')).toBeNull();
    expect(screen.queryByRole('link', { name: /Entrar com/ })).toBeNull();
  });
});

describe('the way back', () => {
  test('signs in by the cookie alone, says welcome, goes home', async () => {
    await open('/#entrar', { prepare: comeBack });
    expect(await screen.findByText('Use o menu lateral para navegar pelo sistema.')).toBeTruthy();
    expect(await screen.findByText(`Bem vindo(a), ${CONTA.email}`)).toBeTruthy();
    expect([window.location.pathname, hash()]).toEqual(['/home', '']);
    expect(page.wire.calls).toContain('POST /api/auth/token');
    expect(JSON.parse(localStorage.getItem('unipark.user') ?? '{}').email).toBe(CONTA.email);
  });

  test('offers the page that was asked for before', async () => {
    await open('/#entrar&de=%2Fveiculos%2Fconsultar', { prepare: comeBack });
    const continuar = await screen.findByRole('link', {
      name: 'Continuar em Consulta de Veículos',
    });
    expect(continuar.getAttribute('href')).toBe('/veiculos/consultar');
  });

  test.each(['https://mal.exemplo.br', '//mal.exemplo.br', '/\\mal.exemplo.br'])(
    'offers nothing of another site: %s',
    async (de) => {
      await open(`/#entrar&de=${encodeURIComponent(de)}`, { prepare: comeBack });
      expect(await screen.findByText('Use o menu lateral para navegar pelo sistema.')).toBeTruthy();
      expect(screen.queryByText(/^Continuar em/)).toBeNull();
      expect(document.body.innerHTML).not.toContain('mal.exemplo.br');
    },
  );

  test('without a session is told, and the form stands', async () => {
    await open('/#entrar');
    expect(await screen.findAllByText(ERROS_OIDC.estado)).not.toHaveLength(0);
    expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
    expect(hash()).toBe('');
  });

  test('with the server away says so', async () => {
    await open('/#entrar', {
      prepare: (_server, wire) =>
        wire.answer('POST /api/auth/token', () => Promise.reject(new TypeError('failed'))),
    });
    const frase = 'Sem conexão com o servidor. Tente novamente.';
    expect(await screen.findAllByText(frase)).not.toHaveLength(0);
  });

  test.each(Object.entries(ERROS_OIDC))('%s: toast and line, hash gone', async (codigo, frase) => {
    await open(`/#erro=${codigo}`);
    await link();
    await waitFor(() => expect(screen.getAllByText(frase)).toHaveLength(2));
    expect([window.location.pathname, hash()]).toEqual(['/', '']);
  });

  test.each(['inventado', '__proto__', '<b>x</b>'])(
    'an unknown code is a general sentence: %s',
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

test('a session that ended is taken up in another tab, and this one goes on', async () => {
  await open('/home', { signedIn: true });
  await screen.findByText('Use o menu lateral para navegar pelo sistema.');
  const { askSignIn } = await import('../lib/session.ts');
  const again = askSignIn();
  const link = await screen.findByRole('link', { name: 'Entrar com Conta UNILAVRAS em outra aba' });
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('href')).toBe('/api/auth/oidc/entrar');
  // What the other tab does, as this one sees it.
  window.dispatchEvent(new StorageEvent('storage', { key: 'unipark.user' }));
  expect(await again).toBe(true);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
