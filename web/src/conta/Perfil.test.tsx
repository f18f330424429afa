import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CONTA, openPage, type Page } from '../../test/page.tsx';

let page: Page;
afterEach(() => page.close());

test('who is signed in, and what the account says', async () => {
  page = await openPage('/perfil');
  expect(await screen.findByRole('heading', { name: 'Perfil' })).toBeTruthy();
  const account = within(screen.getByRole('region', { name: 'Informações de Conta' }));
  expect(account.getByText('Nome Completo').nextSibling?.textContent).toBe(CONTA.name);
  expect(account.getByText('Email').nextSibling?.textContent).toBe(CONTA.email);
  expect(screen.getByText('MC')).toBeTruthy();
  expect(document.title).toBe('Perfil · UNIPARK');
});

test('preferences are kept in this browser', async () => {
  page = await openPage('/perfil');
  await page.user.click(await screen.findByRole('radio', { name: 'Noturno' }));
  expect(localStorage.getItem('unipark.tema')).toBe('noturno');
  expect(document.documentElement.dataset.tema).toBe('noturno');
  await page.user.click(screen.getByRole('radio', { name: 'Desligados' }));
  expect(localStorage.getItem('unipark.atalhos')).toBe('desligados');
});
