import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage, type TestPage } from '../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

test('an anonymous visitor sends a message to the office', async () => {
  page = await openPage('/contato', { signedIn: false });
  await page.user.click(await screen.findByRole('button', { name: 'Enviar mensagem' }));
  expect(await screen.findByText('Informe o seu nome.')).toBeTruthy();
  expect(screen.getByText('Email inválido.')).toBeTruthy();
  expect(screen.getByText('Escreva a mensagem.')).toBeTruthy();

  await page.user.type(screen.getByLabelText('Nome'), 'João Lima');
  await page.user.type(screen.getByLabelText('E-mail'), 'joao@exemplo.com.br');
  await page.user.type(screen.getByLabelText('Mensagem'), 'A cancela não abriu.');
  await page.user.click(screen.getByRole('button', { name: 'Enviar mensagem' }));
  expect(await screen.findAllByText('Mensagem enviada. Obrigado!')).not.toHaveLength(0);
  expect(screen.getByLabelText('Mensagem')).toHaveProperty('value', '');
});
