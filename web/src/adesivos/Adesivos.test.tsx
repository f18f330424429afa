import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage, type TestPage, type TestPageOptions } from '../../test/page.tsx';
import { breakDown, buildVeiculo } from '../../test/register.ts';
import { arrangeFolhas, readPlacas } from './pedido.ts';

test('the labels fill sheets of ten, from the first free place of a used one', () => {
  expect(arrangeFolhas(['a', 'b'], 0)).toEqual([['a', 'b']]);
  expect(arrangeFolhas(['a', 'b'], 9).map((folha) => folha.filter(Boolean))).toEqual([
    ['a'],
    ['b'],
  ]);
  expect(arrangeFolhas(Array(11).fill('x'), 0).map(({ length }) => length)).toEqual([10, 1]);
});

test('an address names each plate once, and fifty at most', () => {
  const placas = Array.from({ length: 60 }, (_, i) => `ABC1D${10 + i}`);
  expect(readPlacas(new URLSearchParams({ placas: 'RIO2A18,RIO2A18,' }))).toEqual(['RIO2A18']);
  expect(readPlacas(new URLSearchParams({ placas: placas.join(',') }))).toHaveLength(50);
});

describe('the screen', () => {
  let page: TestPage;
  const print = vi.fn();
  beforeEach(() => {
    print.mockClear();
    vi.stubGlobal('print', print);
  });
  afterEach(() => page.close());
  const prepare: TestPageOptions['prepare'] = async (server) => {
    await buildVeiculo(server, { placa: 'RIO2A18', modelo: 'CRETA', status: 'ATIVO' });
    await buildVeiculo(server, { placa: 'ABC1D23', status: 'ATIVO' });
    await buildVeiculo(server, { placa: 'QXJ0D52', status: 'PROIBIDO' });
  };
  const open = async (busca = '', options: TestPageOptions = { prepare }) => {
    page = await openPage(`/veiculos/adesivos${busca}`, options);
    vi.stubGlobal('print', print);
    await screen.findByRole('heading', { name: 'Adesivos' });
  };
  const listAdesivos = () =>
    screen.getAllByRole('article').map((um) => um.getAttribute('aria-label'));

  test('shows the active vehicles of the list, and says how many are left out', async () => {
    await open();
    expect(
      await screen.findByText('2 adesivos. 1 veículo sem status Ativo, de fora.'),
    ).toBeTruthy();
    expect(listAdesivos()).toEqual(['Adesivo ABC1D23', 'Adesivo RIO2A18']);
    await page.user.click(screen.getByRole('button', { name: 'Imprimir' }));
    expect(print).toHaveBeenCalledOnce();
  });

  test('shows the plates of its address', async () => {
    await open('?placas=RIO2A18,ZZZ9Z99');
    expect(await screen.findByText('1 adesivo. Sem cadastro: ZZZ9Z99.')).toBeTruthy();
    expect(listAdesivos()).toEqual(['Adesivo RIO2A18']);
    expect(within(screen.getByRole('article')).getByText('CRETA')).toBeTruthy();
  });

  test('without an active vehicle it says which ones get a label', async () => {
    await open('?placas=QXJ0D52');
    expect(await screen.findByText('Nenhum veículo ativo.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Imprimir' })).toHaveProperty('disabled', true);
  });

  test('a failure can be tried again', async () => {
    await open('', { prepare: (_server, wire) => breakDown(wire, 'GET /db/veiculos') });
    expect(await screen.findByText('Não foi possível carregar os veículos.')).toBeTruthy();
  });

  test('a used sheet begins at its free place, and the roll has no places', async () => {
    await open('?placas=RIO2A18');
    await screen.findByRole('article');
    await page.user.selectOptions(
      screen.getByLabelText('Primeiro lugar livre da folha'),
      'Começar no 3º',
    );
    expect(document.querySelectorAll('.vago')).toHaveLength(2);
    await page.user.click(screen.getByLabelText('Etiqueta de 62 mm'));
    expect(document.querySelectorAll('.vago')).toHaveLength(0);
    expect(screen.queryByLabelText('Primeiro lugar livre da folha')).toBeNull();
  });
});
