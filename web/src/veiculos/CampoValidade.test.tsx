import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { formatDiaIso } from '@unipark/contract/horaLocal';
import { formatDia, listFinsDeSemestre } from '@unipark/contract/validade';
import { afterEach, expect, test } from 'vitest';
import { openPage, type TestPage } from '../../test/page.tsx';
import { buildVeiculo } from '../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const [ESTE] = listFinsDeSemestre(formatDiaIso(Date.now()));
const find = async (placa: string) =>
  (await page.server.request({ url: `/db/veiculos/${placa}` })).json();

test('a registration takes the end of the semester, and its confirmation says the day', async () => {
  page = await openPage('/veiculos/cadastrar');
  await page.user.type(await screen.findByLabelText('Placa'), 'abc1d23');
  await page.user.click(screen.getByRole('button', { name: 'Fim do semestre' }));
  expect(screen.getByLabelText(/Válido até/)).toHaveProperty('value', ESTE);
  await page.user.click(screen.getByRole('button', { name: 'Salvar Veículo' }));
  const dialogo = await screen.findByRole('dialog', { name: 'Confirme os dados' });
  expect(within(dialogo).getByText(formatDia(ESTE))).toBeTruthy();
  await page.user.click(within(dialogo).getByRole('button', { name: 'Confirmar' }));
  expect(await screen.findByText('Veículo cadastrado com sucesso!')).toBeTruthy();
  expect(await find('ABC1D23')).toMatchObject({ valido_ate: ESTE });
});

test('an edit says that a day has passed, and changes it', async () => {
  page = await openPage('/veiculos/consultar?editar=qxj0d52', {
    prepare: (server) => buildVeiculo(server, { status: 'ATIVO', valido_ate: '2020-07-31' }),
    seeded: true,
  });
  const dialogo = await screen.findByRole('dialog', { name: 'Editar Veículo' });
  const campo = within(dialogo).getByLabelText('Válido até');
  const passou = 'Este dia já passou: o veículo fica Indefinido.';
  expect(within(dialogo).getByText(passou)).toBeTruthy();
  fireEvent.change(campo, { target: { value: '2099-12-31' } });
  await waitFor(() => expect(within(dialogo).queryByText(passou)).toBeNull());
  await page.user.click(within(dialogo).getByRole('button', { name: 'Avançar' }));
  const linha = within(dialogo).getByText('Válido até').parentElement;
  expect(linha?.textContent).toBe('Válido atéde31/07/2020para31/12/2099');
  await page.user.click(within(dialogo).getByRole('button', { name: 'Confirmar' }));
  expect(await screen.findByText('Veículo atualizado com sucesso')).toBeTruthy();
  expect(await find('QXJ0D52')).toMatchObject({ valido_ate: '2099-12-31' });
  expect(await screen.findByText('até 31/12/2099')).toBeTruthy();
});

test("'Vence esta semana' shows the vehicles whose day is near, and its chip ends it", async () => {
  const hoje = formatDiaIso(Date.now());
  page = await openPage('/veiculos/consultar', {
    prepare: async (server) => {
      await buildVeiculo(server, { placa: 'ABC1D23', status: 'ATIVO', valido_ate: hoje });
      await buildVeiculo(server, { placa: 'RIO2A18', status: 'ATIVO', valido_ate: '2099-12-31' });
    },
  });
  expect(await screen.findByText('RIO2A18')).toBeTruthy();
  await page.user.click(screen.getByRole('link', { name: 'Vence esta semana' }));
  await waitFor(() => expect(screen.queryByText('RIO2A18')).toBeNull());
  expect(await screen.findByText('ABC1D23')).toBeTruthy();
  await page.user.click(await screen.findByRole('button', { name: /Validade/ }));
  expect(await screen.findByText('RIO2A18')).toBeTruthy();
});
