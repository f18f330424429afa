import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage, type TestPage } from '../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const fill = async (dialogo: HTMLElement, rotulo: RegExp, texto: string) =>
  page.user.type(within(dialogo).getByLabelText(rotulo), texto);

test('a plate of the gate gets a pass, which is listed and cancelled', async () => {
  page = await openPage('/visitantes?placa=RIO2A18');
  const dialogo = await screen.findByRole('dialog', { name: 'Novo passe de visitante' });
  expect(within(dialogo).getByLabelText(/Placa/)).toHaveProperty('value', 'RIO2A18');
  await fill(dialogo, /Nome do visitante/, 'Ana Lima');
  await fill(dialogo, /Quem recebe/, 'João Silva');
  await fill(dialogo, /Destino/, 'Bloco B');
  await page.user.click(within(dialogo).getByRole('button', { name: 'Criar passe' }));
  expect(await screen.findByText('Passe criado')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.search).toBe('');
  expect(await screen.findByText('João Silva, Bloco B')).toBeTruthy();
  expect(screen.getByText('Em vigor')).toBeTruthy();
  const veredito = await page.server.request({ url: '/api/veredito/RIO2A18' });
  expect(veredito.json()).toMatchObject({
    status: 'VISITANTE',
    veiculo: { motivo: 'Ana Lima visita João Silva, Bloco B' },
  });

  await page.user.click(screen.getByRole('button', { name: 'Cancelar o passe de Ana Lima' }));
  const pergunta = await screen.findByRole('alertdialog', { name: 'Cancelar o passe' });
  await page.user.click(within(pergunta).getByRole('button', { name: 'Cancelar o passe' }));
  expect(await screen.findByText('Passe cancelado')).toBeTruthy();
  expect(await screen.findByText('Cancelado')).toBeTruthy();
});

test('a pass for a forbidden vehicle says that the gate refuses it', async () => {
  page = await openPage('/visitantes?placa=RIO2A18', {
    prepare: (server) =>
      server.request({
        method: 'POST',
        url: '/db/veiculos',
        payload: { placa: 'RIO2A18', status: 'PROIBIDO' },
      }),
  });
  const dialogo = await screen.findByRole('dialog', { name: 'Novo passe de visitante' });
  expect(await within(dialogo).findByText(/^Veículo proibido: a portaria o recusa/)).toBeTruthy();
});

test('a pass without its fields, or that ends before it begins, says so under the fields', async () => {
  page = await openPage('/visitantes');
  expect(await screen.findByText('Nenhum passe encontrado.')).toBeTruthy();
  await page.user.click(screen.getByRole('button', { name: 'Novo passe' }));
  const dialogo = await screen.findByRole('dialog', { name: 'Novo passe de visitante' });
  await page.user.click(within(dialogo).getByRole('button', { name: 'Criar passe' }));
  expect(
    await within(dialogo).findByText('Nome do visitante: preenchimento obrigatório.'),
  ).toBeTruthy();
  await fill(dialogo, /Placa/, 'rio2a18');
  await fill(dialogo, /Nome do visitante/, 'Ana Lima');
  await fill(dialogo, /Quem recebe/, 'João Silva');
  await fill(dialogo, /Destino/, 'Bloco B');
  fireEvent.change(within(dialogo).getByLabelText(/^Até/), {
    target: { value: '2026-01-01T10:00' },
  });
  await page.user.click(within(dialogo).getByRole('button', { name: 'Criar passe' }));
  expect(await within(dialogo).findByText('Até: escolha uma hora depois do começo.')).toBeTruthy();
});
