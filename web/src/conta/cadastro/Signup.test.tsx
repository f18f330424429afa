import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CONTA, openPage, type TestPage } from '../../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const HINT = 'Use o menu lateral para navegar pelo sistema.';
const fill = async (name: string, email: string, password: string, confirmation = password) => {
  const type = (label: string, text: string) =>
    text ? page.user.type(screen.getByLabelText(label), text) : undefined;
  await type('Nome completo', name);
  await type('E-mail', email);
  await type('Senha', password);
  await type('Confirmar senha', confirmation);
  await page.user.click(screen.getByRole('button', { name: 'Criar conta' }));
};
const open = async (account: boolean) => {
  page = await openPage('/signup', { account, signedIn: false });
  await screen.findByRole('heading', { name: 'Criar conta' });
  await screen.findByLabelText('Nome completo');
};

test('the first account is signed in and sent home', async () => {
  await open(false);
  await fill('Ana Souza', 'ana@unilavras.edu.br', 'portao-verde-7');
  expect(await screen.findByText(HINT)).toBeTruthy();
  expect(window.location.pathname).toBe('/home');
  expect(await screen.findByText('Bem vindo(a), ana@unilavras.edu.br')).toBeTruthy();
  expect(localStorage.getItem('unipark.user')).toContain('Ana Souza');
});

test('faults that the form finds are under their fields, and nothing is sent', async () => {
  await open(true);
  await fill('', 'ana@', 'curta', 'outra');
  expect(await screen.findByText('Informe o nome completo.')).toBeTruthy();
  expect(screen.getByText('Email inválido.')).toBeTruthy();
  expect(screen.getByText('A senha deve ter de 8 a 128 caracteres.')).toBeTruthy();
  expect(screen.getByLabelText('Nome completo')).toBe(document.activeElement);
  expect(page.wire.calls.filter((call) => call.includes('sign-up'))).toEqual([]);
});

test('two different passwords are refused', async () => {
  await open(true);
  await fill('Ana', 'ana@unilavras.edu.br', 'portao-verde-7', 'portao-verde-8');
  expect(await screen.findByText('As senhas não são iguais.')).toBeTruthy();
});

test("a taken e-mail and a common password get the server's sentences", async () => {
  await open(true);
  await fill('Ana', CONTA.email, 'portao-verde-7');
  expect(await screen.findAllByText('Este e-mail já tem uma conta.')).not.toHaveLength(0);
  expect(screen.getByLabelText('Nome completo')).toHaveProperty('value', 'Ana');
  await page.user.clear(screen.getByLabelText('Senha'));
  await page.user.clear(screen.getByLabelText('Confirmar senha'));
  await fill('', '', 'password123');
  expect(await screen.findAllByText('Esta senha é muito comum. Escolha outra.')).not.toHaveLength(
    0,
  );
  expect(localStorage.getItem('unipark.user')).toBeNull();
});
