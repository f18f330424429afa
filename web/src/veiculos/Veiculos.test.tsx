import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../../server/test/espera.ts';
import { openPage, type TestPage, type TestPageOptions } from '../../test/page.tsx';
import { breakDown, buildVeiculo } from '../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const open = async (prepare?: TestPageOptions['prepare']) => {
  page = await openPage('/veiculos', { prepare });
  await screen.findByRole('heading', { name: 'Veículos' });
};
const findUltimos = () => screen.findByRole('region', { name: 'Últimos alterados' });

test('shows the count and the last five changed, newest first', async () => {
  await open(async (server) => {
    for (const n of [1, 2, 3, 4, 5, 6]) await buildVeiculo(server, { placa: `ABC1D0${n}` });
    const url = '/db/veiculos/ABC1D02';
    await server.request({ method: 'PUT', url, payload: { modelo: 'ONIX' } });
  });
  const lista = within(await findUltimos());
  const linhas = await lista.findAllByRole('link');
  expect(linhas).toHaveLength(5);
  expect(linhas[0]?.textContent).toContain('ABC1D02');
  expect(linhas[0]?.textContent).toContain('ONIX');
  expect(lista.queryByText('ABC1D01')).toBeNull();
  expect(screen.getByText('6 veículos cadastrados')).toBeTruthy();
  await page.user.click(linhas[0] as HTMLElement);
  expect(await screen.findByRole('dialog', { name: 'Veículo ABC1D02' })).toBeTruthy();
});

test('an act on many vehicles is taken back later, after a question', async () => {
  await open(async (server) => {
    await buildVeiculo(server, { placa: 'ABC1D01', status: 'ATIVO' });
    await server.request({
      method: 'POST',
      url: '/api/veiculos/lote',
      payload: {
        ...{ ato: 'status', status: 'INDEFINIDO', total: 1 },
        veiculos: [{ placa: 'ABC1D01', versao: 1 }],
      },
      headers: { 'idempotency-key': 'um' },
    });
    await until(async () => {
      const abertos = await server.request({ url: '/api/veiculos/lote' });
      expect(abertos.json()).toEqual([]);
    });
  });
  const atos = within(await screen.findByRole('region', { name: 'Alterações em lote' }));
  expect(atos.getByText('1 veículo com o status INDEFINIDO.')).toBeTruthy();
  await page.user.click(atos.getByRole('button', { name: 'Desfazer' }));
  const pergunta = within(await screen.findByRole('alertdialog'));
  await page.user.click(pergunta.getByRole('button', { name: 'Desfazer' }));
  expect(await atos.findByText('Desfeito em 1 veículo.')).toBeTruthy();
  expect(atos.queryByRole('button', { name: 'Desfazer' })).toBeNull();
  const { status } = (await page.server.request({ url: '/db/veiculos/ABC1D01' })).json();
  expect(status).toBe('ATIVO');
});

test('acts on many vehicles that do not load are not hidden', async () => {
  await open((_server, wire) => breakDown(wire, 'GET /api/veiculos/lote?situacao=encerrados'));
  const atos = within(await screen.findByRole('region', { name: 'Alterações em lote' }));
  expect(await atos.findByText('Não foi possível carregar as alterações em lote.')).toBeTruthy();
  page.wire.restore();
  await page.user.click(atos.getByRole('button', { name: 'Tentar novamente' }));
  await waitFor(() => expect(screen.queryByText('Alterações em lote')).toBeNull());
});

test('an empty register shows the two links alone', async () => {
  await open();
  expect(await screen.findByText('0 veículos cadastrados')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Novo Veículo/ })).toBeTruthy();
  expect(screen.queryByText('Últimos alterados')).toBeNull();
});

test('a failure offers another try', async () => {
  await open((_server, wire) => breakDown(wire, 'GET /db/veiculos'));
  await page.user.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  expect(screen.getByRole('link', { name: /Consultar Veículos/ })).toBeTruthy();
});
