import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { openPage, type TestPage, type TestPageOptions } from '../../test/page.tsx';
import { postPassagem } from '../../test/passagens.ts';
import { breakDown, buildVeiculo } from '../../test/register.ts';
import { findPeriodo, readPedido } from './periodo.ts';
import { buildCsv, formatVariacao } from './textos.ts';

describe('the period', () => {
  const read = (busca: string) => readPedido(new URLSearchParams(busca), '2026-11-23');

  test('is the last four weeks, unless the address names both days', () => {
    expect(read('')).toEqual({ de: '2026-10-27', ate: '2026-11-23' });
    expect(read('de=2026-11-01')).toEqual({ de: '2026-10-27', ate: '2026-11-23' });
    expect(read('de=2026-11-20&ate=2026-11-01')).toEqual(read(''));
    expect(read('de=2026-11-01&ate=2026-11-02&sentido=entrada')).toEqual({
      de: '2026-11-01',
      ate: '2026-11-02',
      sentido: 'entrada',
    });
  });

  test('is a preset when it ends today', () => {
    expect(findPeriodo(read(''), '2026-11-23')).toBe('28');
    expect(findPeriodo(read(''), '2026-11-24')).toBeUndefined();
  });
});

test.each([
  [108, 100, '8% a mais'],
  [50, 100, '50% a menos'],
  [100, 100, 'igual'],
  [10_040, 10_000, 'quase igual'],
  [5, 0, ''],
])('%i after %i is %j', (total, anterior, texto) => {
  expect(formatVariacao(total, anterior)).toBe(texto);
});

test('a file is read by a Brazilian spreadsheet, and runs no formula', async () => {
  const bytes = new Uint8Array(
    await buildCsv([
      ['Câmera', 'Passagens'],
      ['=1+1;"x"', 3],
    ]).arrayBuffer(),
  );
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe('"Câmera";"Passagens"\r\n"\'=1+1;""x""";3\r\n');
});

describe('the screen', () => {
  let page: TestPage;
  afterEach(() => page.close());
  const prepare: TestPageOptions['prepare'] = async (server) => {
    await postPassagem(server, { placa: 'RIO2A18', camera: '1', sentido: 'entrada' });
    await postPassagem(server, { placa: 'ABC1D23', camera: 'Portão Sul', sentido: 'saida' });
  };
  const open = async (busca = '', options: TestPageOptions = { prepare }) => {
    page = await openPage(`/relatorios${busca}`, options);
    await screen.findByRole('heading', { name: 'Relatórios' });
  };

  test('counts the passages of the period by day, hour, status, camera and direction', async () => {
    await open();
    expect(
      await screen.findByText(/^2 passagens de .* a .*\. Nenhuma nos 28 dias anteriores\.$/),
    ).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: 'Câmera 1' })).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: 'Portão Sul' })).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: 'Não cadastrado' })).toBeTruthy();
    expect(screen.getByRole('img', { name: /^Passagens por dia. O dia com mais: .*, 2\.$/ }));
    await page.user.click(screen.getByRole('button', { name: 'Ver como tabela' }));
    const tabela = within(screen.getByRole('region', { name: 'Tabela por dia' }));
    expect(tabela.getAllByRole('row')).toHaveLength(29);
  });

  test('counts by type and names the vehicles with most passages, of some months at most', async () => {
    await open('', {
      prepare: async (server) => {
        await buildVeiculo(server, { placa: 'RIO2A18', tipo: '2', modelo: 'CG 160' });
        await postPassagem(server, { placa: 'RIO2A18', camera: '1', sentido: 'entrada' });
        await postPassagem(server, { placa: 'RIO2A18', camera: '1', sentido: 'saida' });
        await postPassagem(server, { placa: 'ABC1D23', camera: '1', sentido: 'entrada' });
      },
    });
    expect(await screen.findByRole('rowheader', { name: /^RIO2A18 CG 160/ })).toBeTruthy();
    const nomes = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(nomes).toEqual(expect.arrayContaining(['Moto', 'Sem tipo, ou não cadastrado']));
    expect(nomes.indexOf('RIO2A18 CG 160')).toBeLessThan(nomes.indexOf('ABC1D23 Sem modelo'));
    expect(
      screen.getByRole('button', { name: 'Baixar Veículos com mais passagens em CSV' }),
    ).toBeTruthy();
    await page.user.click(screen.getByLabelText('52 semanas'));
    expect(
      await screen.findByText(
        /^Por tipo e por veículo, contam só os meses inteiros do período: de 01\/.* a (28|29|30|31)\//,
      ),
    ).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('RIO2A18')).toBeNull());
  });

  test('a direction and another period narrow it, and the address keeps them', async () => {
    await open();
    await screen.findByText(/^2 passagens/);
    await page.user.selectOptions(screen.getByLabelText('Sentido'), 'Entrada');
    expect(await screen.findByText(/^1 passagem de/)).toBeTruthy();
    await page.user.click(screen.getByLabelText('7 dias'));
    await waitFor(() => expect(window.location.search).toContain('sentido=entrada'));
    expect(await screen.findByText(/nos 7 dias anteriores/)).toBeTruthy();
  });

  test('a failure can be tried again', async () => {
    await open('', {
      prepare: (_server, wire) => breakDown(wire, 'GET /api/relatorios/passagens'),
    });
    expect(await screen.findByText('Não foi possível carregar o relatório.')).toBeTruthy();
  });
});
