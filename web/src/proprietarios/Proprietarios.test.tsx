import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage, type TestPage, type TestPageOptions } from '../../test/page.tsx';
import { breakDown, buildProprietario, buildVeiculo } from '../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const open = async (prepare?: TestPageOptions['prepare']) => {
  page = await openPage('/proprietarios', { prepare });
  await screen.findByRole('heading', { name: 'Proprietários' });
};
const findUltimos = () => screen.findByRole('region', { name: 'Últimos alterados' });

test('shows the count and the last five changed, newest first', async () => {
  await open(async (server) => {
    for (const n of [1, 2, 3, 4, 5, 6]) {
      await buildProprietario(server, { matricula: `00${n}`, nome: `Ana ${n}` });
    }
    await buildVeiculo(server, { placa: 'ABC1D23', proprietario_matricula: '002' });
    const url = '/db/proprietarios/002';
    await server.request({ method: 'PUT', url, payload: { nome: 'Ana Alterada' } });
  });
  const lista = within(await findUltimos());
  const linhas = await lista.findAllByRole('link');
  expect(linhas.map(({ textContent }) => textContent)).toEqual([
    '002Ana Alterada1 veículo',
    ...[6, 5, 4, 3].map((n) => `00${n}Ana ${n}Sem veículo`),
  ]);
  expect(screen.getByText('6 proprietários cadastrados')).toBeTruthy();
  await page.user.click(linhas[0] as HTMLElement);
  expect(await screen.findByRole('dialog', { name: /Ana Alterada/ })).toBeTruthy();
});

test('an empty register shows the two links alone', async () => {
  await open();
  expect(await screen.findByText('0 proprietários cadastrados')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Novo Proprietário/ })).toBeTruthy();
  expect(screen.queryByText('Últimos alterados')).toBeNull();
});

test('a failure offers another try', async () => {
  await open((_server, wire) => breakDown(wire, 'GET /db/proprietarios'));
  await page.user.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  expect(screen.getByRole('link', { name: /Consultar Proprietários/ })).toBeTruthy();
});
