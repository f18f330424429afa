import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage, type TestPage } from '../../../test/page.tsx';
import { buildProprietario } from '../../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const OUTRO = { name: 'Cadastrar outro' };

/** Registers a car of an owner and answers the next form's first radio. */
async function register(): Promise<HTMLElement> {
  page = await openPage('/veiculos/cadastrar', {
    seeded: true,
    prepare: (server) => buildProprietario(server),
  });
  await page.user.type(await screen.findByLabelText('Placa'), 'abc1d23');
  expect(screen.queryByRole('button', OUTRO)).toBeNull();
  await page.user.click(screen.getByRole('radio', { name: /Carro/ }));
  await page.user.click(screen.getByRole('radio', { name: 'Prata' }));
  await page.user.type(screen.getByLabelText('Proprietário'), 'edson');
  await page.user.click(await screen.findByRole('option', { name: /Edson Carvalho/ }));
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByRole('dialog', { name: 'Confirme os dados' });
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('Veículo cadastrado com sucesso!');
  const carro = screen.getByRole('radio', { name: /Carro/ });
  await waitFor(() => expect(document.activeElement).toBe(carro));
  return carro;
}

test('after a registration, Tab and Enter begin the next one with its type and owner', async () => {
  const carro = await register();
  expect(carro).toHaveProperty('checked', false);
  await page.user.tab();
  const botao = screen.getByRole('button', OUTRO);
  expect(botao).toBe(document.activeElement);
  expect(screen.getByText('com Carro e Edson Carvalho').id).toBe(
    botao.getAttribute('aria-describedby'),
  );
  await page.user.keyboard('{Enter}');
  expect(carro).toHaveProperty('checked', true);
  expect(screen.getByText('Edson Carvalho · 001215')).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Prata' })).toHaveProperty('checked', false);
  expect(screen.getByLabelText('Placa')).toHaveProperty('value', '');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Marca')));
  expect(screen.queryByRole('button', OUTRO)).toBeNull();
});

test('what it fills in is not a change: leaving does not ask', async () => {
  await register();
  await page.user.click(screen.getByRole('button', OUTRO));
  await page.user.click(screen.getAllByRole('link', { name: 'Veículos' })[0]!);
  expect(await screen.findByRole('heading', { level: 1, name: 'Veículos' })).toBeTruthy();
});

test('a choice in the empty form takes its place', async () => {
  await register();
  await page.user.keyboard('m');
  const moto = screen.getByRole('radio', { name: /Moto/ });
  expect(moto).toHaveProperty('checked', true);
  expect(moto).toBe(document.activeElement);
  expect(screen.queryByRole('button', OUTRO)).toBeNull();
});
