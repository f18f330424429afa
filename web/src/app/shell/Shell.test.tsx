import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONTA, openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const HINT = 'Use o menu lateral para navegar pelo sistema.';
const open = async (path = '/home', options: TestPageOptions = {}) => {
  page = await openPage(path, options);
  await screen.findByRole('button', { name: 'Logout' });
};
const menu = () => screen.queryByRole('navigation', { name: 'Menu principal' });
const toggle = () => screen.getByRole('button', { name: /^(Abrir|Fechar) menu$/ });

describe('header and footer', () => {
  test('the clock links home and shows the minute of São Paulo', async () => {
    await open('/perfil');
    const clock = screen.getByRole('link', { name: /Página Inicial, / });
    expect(clock.textContent).toMatch(/\d\d\/\d\d\/\d{4} - \d\d:\d\d$/);
    expect(clock.querySelector('time')?.dateTime).toMatch(/^\d{4}-.*Z$/);
    await page.user.click(clock);
    expect(await screen.findByText(HINT)).toBeTruthy();
  });

  test('the exact line and its links', async () => {
    await open();
    const footer = within(await screen.findByRole('contentinfo'));
    expect(
      footer.getByText('UNILAVRAS - UNIPARK - © Todos os direitos reservados - 2024'),
    ).toBeTruthy();
    for (const name of ['Facebook', 'Instagram', 'LinkedIn']) {
      expect((await footer.findByRole('link', { name })).getAttribute('href')).toMatch(/^https:/);
    }
  });
});

describe('side menu', () => {
  test('holds exactly the entries of the specification', async () => {
    await open();
    expect(menu()).toBeNull();
    await page.user.click(toggle());
    const inside = within(menu() as HTMLElement);
    const entries = inside.getAllByRole('listitem').map((item) => item.firstElementChild);
    expect(entries.map((entry) => entry?.textContent)).toEqual([
      'Página Inicial',
      'Teste',
      'Ao Vivo',
      'Proprietários',
      'Veículos',
    ]);
    expect(inside.getByRole('link', { name: 'Página Inicial' }).getAttribute('aria-current')).toBe(
      'page',
    );
    await page.user.click(inside.getByRole('button', { name: 'Proprietários' }));
    await page.user.click(inside.getByRole('button', { name: 'Veículos' }));
    expect(inside.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/perfil',
      '/home',
      '/teste',
      '/aovivo',
      '/proprietarios/consultar',
      '/proprietarios/cadastrar',
      '/veiculos/consultar',
      '/veiculos/cadastrar',
    ]);
    await page.user.click(inside.getByRole('button', { name: 'Veículos' }));
    expect(inside.queryByRole('link', { name: 'Novo Veículo' })).toBeNull();
  });

  test('its head shows the signed-in person and leads to the profile', async () => {
    await open();
    await page.user.click(toggle());
    const head = within(menu() as HTMLElement).getByRole('link', { name: new RegExp(CONTA.name) });
    expect(head.textContent).toContain(CONTA.email);
    expect(head).toBe(document.activeElement);
    await page.user.click(head);
    expect(await screen.findByRole('heading', { name: 'Perfil' })).toBeTruthy();
    expect(menu()).toBeNull();
  });

  test('a parent is open when the address is one of its children', async () => {
    await open('/veiculos/consultar');
    await page.user.click(toggle());
    const parent = (name: string) => screen.getByRole('button', { name });
    expect(parent('Veículos').getAttribute('aria-expanded')).toBe('true');
    expect(parent('Proprietários').getAttribute('aria-expanded')).toBe('false');
    const current = screen.getByRole('link', { name: 'Consultar Veículos' });
    expect(current.getAttribute('aria-current')).toBe('page');
  });

  test('a parent opens when the page of one of its children arrives after the menu', async () => {
    await open('/veiculos/consultar');
    await page.user.click(await screen.findByRole('link', { name: /Página Inicial, / }));
    await screen.findByText(HINT);
    await page.user.click(toggle());
    act(() => history.back());
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Veículos' }).getAttribute('aria-expanded')).toBe(
        'true',
      ),
    );
  });

  test.each([
    ['Escape', () => page.user.keyboard('{Escape}')],
    ['a click outside', () => page.user.click(screen.getByTestId('scrim'))],
    ['the button', () => page.user.click(toggle())],
  ])('closes with %s and returns the focus', async (_name, close) => {
    await open();
    expect(toggle().getAttribute('aria-expanded')).toBe('false');
    await page.user.click(toggle());
    expect(toggle().getAttribute('aria-label')).toBe('Fechar menu');
    await close();
    expect(menu()).toBeNull();
    expect(toggle()).toBe(document.activeElement);
    expect(toggle().getAttribute('aria-label')).toBe('Abrir menu');
  });

  test('closes after a link and moves the focus to the heading', async () => {
    await open();
    await page.user.click(toggle());
    await page.user.click(within(menu() as HTMLElement).getByRole('link', { name: 'Teste' }));
    const heading = await screen.findByRole('heading', { name: 'Teste' });
    expect(menu()).toBeNull();
    await waitFor(() => expect(heading).toBe(document.activeElement));
    expect(document.title).toBe('Teste · UNIPARK');
  });
});

describe('leaving', () => {
  const ask = async () => {
    await page.user.click(screen.getByRole('button', { name: 'Logout' }));
    return screen.findByRole('alertdialog', { name: 'Deseja sair?' });
  };

  test('asks first; Cancelar has the focus and changes nothing', async () => {
    await open();
    const dialog = within(await ask());
    expect(dialog.getByText('Você realmente deseja encerrar a sessão?')).toBeTruthy();
    const cancel = dialog.getByRole('button', { name: 'Cancelar' });
    await waitFor(() => expect(cancel).toBe(document.activeElement));
    await page.user.click(cancel);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(localStorage.getItem('unipark.user')).not.toBeNull();
  });

  test('the exit icon of the menu asks the same', async () => {
    await open();
    await page.user.click(toggle());
    await page.user.click(screen.getByRole('button', { name: 'Sair' }));
    expect(await screen.findByRole('alertdialog', { name: 'Deseja sair?' })).toBeTruthy();
    expect(menu()).toBeNull();
  });

  test('Confirmar ends the session here and on the server', async () => {
    await open('/perfil');
    const { access_token } = JSON.parse(localStorage.getItem('unipark.user') ?? '{}');
    await page.user.click(within(await ask()).getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
    expect(window.location.pathname).toBe('/');
    expect(window.history.state?.usr ?? null).toBeNull();
    expect(localStorage.getItem('unipark.user')).toBeNull();
    const answer = await page.server.request({ url: '/api/painel', as: access_token });
    expect(answer.statusCode).toBe(401);
  });

  test('without a server it signs out here and says so', async () => {
    await open();
    page.wire.answer('POST /api/auth/sign-out', () => Promise.reject(new TypeError('failed')));
    await page.user.click(within(await ask()).getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText('Erro ao deslogar.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
    expect(localStorage.getItem('unipark.user')).toBeNull();
    expect(localStorage.getItem('unipark.sair')).toBe('1');
  });
});

describe('keys', () => {
  beforeEach(() => open());

  test.each([
    ['gh', '/home'],
    ['gv', '/veiculos/consultar'],
    ['gp', '/proprietarios/consultar'],
    ['go', '/portaria'],
    ['gi', '/historico'],
    ['gc', '/configuracoes/dispositivos'],
    ['n', '/veiculos/cadastrar'],
  ])('%s leads to %s', async (keys, path) => {
    await page.user.keyboard(keys);
    await waitFor(() => expect(window.location.pathname).toBe(path));
  });

  test('? lists the keys, and inside a dialog they do nothing', async () => {
    await page.user.keyboard('?');
    const help = await screen.findByRole('dialog', { name: 'Atalhos do teclado' });
    const { KEY_ROWS } = await import('../../lib/screen/keys.ts');
    for (const { does } of KEY_ROWS) expect(within(help).getAllByText(does)).toHaveLength(1);
    await page.user.keyboard('gv');
    expect(window.location.pathname).toBe('/home');
  });

  test('/ goes to the search, where letters are typed', async () => {
    await page.user.keyboard('gv');
    const search = await screen.findByPlaceholderText('Buscar por placa, modelo, status...');
    await page.user.keyboard('/');
    expect(search).toBe(document.activeElement);
    await page.user.keyboard('gpn');
    expect(search).toHaveProperty('value', 'gpn');
    expect(window.location.pathname).toBe('/veiculos/consultar');
  });

  test('switched off in the profile, only the Alt keys work', async () => {
    const { atalhos } = await import('../../lib/screen/shortcuts.ts');
    atalhos.set('desligados');
    await page.user.keyboard('gv?');
    expect(window.location.pathname).toBe('/home');
    expect(screen.queryByRole('dialog')).toBeNull();
    const footer = await screen.findByRole('contentinfo');
    await page.user.keyboard('{Alt>}[Digit4]{/Alt}');
    expect(footer).toBe(document.activeElement);
  });
});

test('without a server one line says so, until it answers again', async () => {
  const frase = /^Sem conexão\. Dados das \d\d:\d\d$/;
  await open();
  const { connected } = await import('../../lib/wire/connection.ts');
  expect(screen.queryByText(frase)).toBeNull();
  act(() => connected.set(false));
  expect(screen.getByText(frase).closest('[role=status]')).toBeTruthy();
  act(() => connected.set(true));
  expect(screen.queryByText(frase)).toBeNull();
});
