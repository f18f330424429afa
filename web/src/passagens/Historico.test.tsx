import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { openPage, type Page, type PageOptions } from '../../test/page.tsx';
import { JPEG, passar } from '../../test/passagens.ts';
import { breakDown, buildProprietario, buildVeiculo } from '../../test/register.ts';

let page: Page;
afterEach(() => page.close());

const open = async (prepare?: PageOptions['prepare'], busca = '') => {
  page = await openPage(`/historico${busca}`, { prepare });
  await screen.findByRole('heading', { name: 'Histórico' });
};
const tres: PageOptions['prepare'] = async (server) => {
  await buildProprietario(server);
  await buildVeiculo(server, {
    placa: 'RIO2A18',
    modelo: 'CRETA',
    status: 'ATIVO',
    proprietario_matricula: '001215',
  });
  await passar(server, { placa: 'RIO2A18', camera: '1', sentido: 'entrada' });
  await passar(server, { placa: 'R1O2A18', camera: 'Portão Sul', sentido: 'saida' });
  await passar(server, { placa: 'XYZ9Z99', teste: true });
};
const placas = () =>
  screen
    .getAllByRole('rowheader')
    .map((celula) => /[A-Z0-9]{7}$|[A-Z0-9]{7}(?=[A-Z][a-z])/.exec(celula.textContent ?? '')?.[0]);
const linha = async (placa: string) =>
  (await screen.findByText(placa)).closest('tr') as HTMLElement;

describe('the list', () => {
  test('loads on open, newest first: what it was then, whose, where, when', async () => {
    await open(tres);
    await screen.findByText('3 passagens');
    expect(placas()).toEqual(['XYZ9Z99', 'R1O2A18', 'RIO2A18']);
    const celulas = within(await linha('RIO2A18'));
    for (const texto of ['Ativo', 'CRETA', 'Câmera 1 · Entrada']) {
      expect(celulas.getByText(texto)).toBeTruthy();
    }
    expect(celulas.getByRole('link', { name: 'Edson Carvalho' }).getAttribute('href')).toBe(
      '/proprietarios/consultar?q=001215',
    );
    expect(within(await linha('XYZ9Z99')).getByText('Teste')).toBeTruthy();
    expect(within(await linha('R1O2A18')).getByText('Provável: RIO2A18')).toBeTruthy();
    expect(celulas.queryByText('Teste')).toBeNull();
  });

  test('keeps the status of then', async () => {
    await open(async (server, wire) => {
      await tres(server, wire);
      const url = '/db/veiculos/RIO2A18';
      await server.request({ method: 'PUT', url, payload: { status: 'PROIBIDO' } });
    });
    expect(within(await linha('RIO2A18')).getByText('Ativo')).toBeTruthy();
  });

  test.each([
    ['Status', 'ATIVO', '?status=ATIVO', ['RIO2A18']],
    ['Câmera', 'Portão Sul', '?camera=Port%C3%A3o+Sul', ['R1O2A18']],
    ['Sentido', 'entrada', '?sentido=entrada', ['RIO2A18']],
    ['Situação', 'com_sugestao', '?situacao=com_sugestao', ['R1O2A18']],
  ])('%s narrows it, and the address remembers', async (filtro, valor, busca, ficam) => {
    await open(tres);
    await screen.findByText('3 passagens');
    await screen.findByRole('option', { name: 'Portão Sul' });
    await page.user.selectOptions(screen.getByLabelText(filtro), valor);
    await waitFor(() => expect(placas()).toEqual(ficam));
    expect(window.location.search).toBe(busca);
  });

  test('finds by owner; Limpar takes term and filters away', async () => {
    await open(tres, '?sentido=entrada');
    await screen.findByText('1 passagem');
    await page.user.type(screen.getByRole('searchbox'), 'edson');
    await page.user.click(screen.getByRole('button', { name: 'Buscar' }));
    await waitFor(() => expect(placas()).toEqual(['RIO2A18']));
    await page.user.click(screen.getByRole('button', { name: 'Limpar' }));
    await waitFor(() => expect(placas()).toHaveLength(3));
    expect(window.location.search).toBe('');
  });

  test('an empty day is said, with the way back', async () => {
    await open(tres, '?ate=2020-01-01');
    expect(await screen.findByText('Nenhuma passagem encontrada.')).toBeTruthy();
    expect(screen.getByLabelText('Até')).toHaveProperty('value', '2020-01-01');
    await page.user.click(screen.getByRole('button', { name: 'Limpar busca' }));
    expect(await screen.findByText('3 passagens')).toBeTruthy();
  });

  test('nobody has passed yet', async () => {
    await open();
    expect(await screen.findByText('Nenhuma passagem registrada.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Limpar busca' })).toBeNull();
  });

  test('a failure is told, and is no empty list', async () => {
    await open((_server, wire) => breakDown(wire, 'GET /api/passagens'));
    expect(await screen.findByText('Erro ao buscar passagens')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Tentar novamente' })).toBeTruthy();
    expect(screen.queryByText('Nenhuma passagem registrada.')).toBeNull();
  });

  test('turns its pages', async () => {
    await open(async (server) => {
      for (let i = 10; i < 36; i += 1) await passar(server, { placa: `ABC1D${i}` });
    });
    await screen.findByText('ABC1D35');
    expect(screen.queryByText('ABC1D10')).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Próxima' }));
    expect(await screen.findByText('ABC1D10')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Anterior' }));
    expect(await screen.findByText('ABC1D35')).toBeTruthy();
  });

  test('asks for no picture of a row that nobody has seen', async () => {
    await open((server) => passar(server, { imagem: JPEG }));
    await screen.findByText('1 passagem');
    expect(page.wire.calls.filter((call) => call.includes('/imagens/'))).toEqual([]);
  });
});

describe('a row opens its passage', () => {
  const dialogo = () => screen.findByRole('dialog', { name: 'Passagem' });

  test('by a press on it, by its button, by Enter', async () => {
    await open(tres);
    await page.user.click(within(await linha('XYZ9Z99')).getByText('Não cadastrado'));
    expect(within(await dialogo()).getByRole('link', { name: 'Cadastrar XYZ9Z99' })).toBeTruthy();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await page.user.click(screen.getByRole('button', { name: /^Ver passagem RIO2A18/ }));
    expect(within(await dialogo()).getByRole('link', { name: 'Abrir cadastro' })).toBeTruthy();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    (await linha('R1O2A18')).focus();
    await page.user.keyboard('{Enter}');
    expect(await dialogo()).toBeTruthy();
  });

  test('but a link in it only leads where it says', async () => {
    await open(tres);
    await page.user.click(await screen.findByRole('link', { name: 'Edson Carvalho' }));
    expect(await screen.findByRole('heading', { name: 'Consulta de Proprietários' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('an address may name it; closed, the list is left', async () => {
    await open(tres, '?passagem=2');
    expect(within(await dialogo()).getByText('Placas parecidas no cadastro')).toBeTruthy();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  test('an address that names none says so', async () => {
    await open(tres, '?passagem=99');
    expect(await screen.findByText('Esta passagem não está mais no histórico.')).toBeTruthy();
  });
});
