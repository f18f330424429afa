import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { matchPlaca } from '../../../test/cartao.ts';
import { openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';
import { JPEG, postPassagem } from '../../../test/passagens.ts';
import { breakDown, buildProprietario, buildVeiculo } from '../../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const open = async (prepare?: TestPageOptions['prepare'], busca = '') => {
  page = await openPage(`/historico${busca}`, { prepare });
  await screen.findByRole('heading', { name: 'Histórico' });
};
const prepareThree: TestPageOptions['prepare'] = async (server) => {
  await buildProprietario(server);
  await buildVeiculo(server, {
    placa: 'RIO2A18',
    modelo: 'CRETA',
    status: 'ATIVO',
    proprietario_matricula: '001215',
  });
  await postPassagem(server, { placa: 'RIO2A18', camera: '1', sentido: 'entrada' });
  await postPassagem(server, { placa: 'R1O2A18', camera: 'Portão Sul', sentido: 'saida' });
  await postPassagem(server, { placa: 'XYZ9Z99', teste: true });
};
const listPlacas = () =>
  screen
    .getAllByRole('rowheader')
    .map((celula) => /[A-Z0-9]{7}$|[A-Z0-9]{7}(?=[A-Z][a-z])/.exec(celula.textContent ?? '')?.[0]);
const findLinha = async (placa: string) =>
  (await screen.findByText(placa)).closest('tr') as HTMLElement;

describe('the list', () => {
  test('loads when it opens, newest first: the status of then, the owner, the camera, the time', async () => {
    await open(prepareThree);
    await screen.findByText('3 passagens');
    expect(listPlacas()).toEqual(['XYZ9Z99', 'R1O2A18', 'RIO2A18']);
    const celulas = within(await findLinha('RIO2A18'));
    for (const texto of ['Ativo', 'CRETA', 'Câmera 1', 'Entrada']) {
      expect(celulas.getByText(texto)).toBeTruthy();
    }
    expect(celulas.getByRole('link', { name: 'Edson Carvalho' }).getAttribute('href')).toBe(
      '/proprietarios/consultar/001215',
    );
    expect(within(await findLinha('XYZ9Z99')).getByText('Teste')).toBeTruthy();
    const duvidosa = within(await findLinha('R1O2A18'));
    expect(duvidosa.getByText(matchPlaca('RIO2A18'))).toBeTruthy();
    expect(duvidosa.getByText('I').tagName).toBe('MARK');
    expect(
      duvidosa.getByText(', o segundo caractere difere: letra I no cadastro, número 1 na leitura'),
    ).toBeTruthy();
    expect(celulas.queryByText('Teste')).toBeNull();
  });

  test('keeps the status of the time of the passage', async () => {
    await open(async (server, wire) => {
      await prepareThree(server, wire);
      const url = '/db/veiculos/RIO2A18';
      await server.request({ method: 'PUT', url, payload: { status: 'PROIBIDO' } });
    });
    expect(within(await findLinha('RIO2A18')).getByText('Ativo')).toBeTruthy();
  });

  test.each([
    ['Status', 'ATIVO', '?status=ATIVO', ['RIO2A18']],
    ['Câmera', 'Portão Sul', '?camera=Port%C3%A3o+Sul', ['R1O2A18']],
    ['Sentido', 'entrada', '?sentido=entrada', ['RIO2A18']],
    ['Situação', 'com_sugestao', '?situacao=com_sugestao', ['R1O2A18']],
  ])('%s filters it, and the address keeps the filter', async (filtro, valor, busca, ficam) => {
    await open(prepareThree);
    await screen.findByText('3 passagens');
    await screen.findByRole('option', { name: 'Portão Sul' });
    await page.user.selectOptions(screen.getByLabelText(filtro), valor);
    await waitFor(() => expect(listPlacas()).toEqual(ficam));
    expect(window.location.search).toBe(busca);
  });

  test('finds by owner; Limpar removes term and filters', async () => {
    await open(prepareThree, '?sentido=entrada');
    await screen.findByText('1 passagem');
    await page.user.type(screen.getByRole('searchbox'), 'edson');
    await page.user.click(screen.getByRole('button', { name: 'Buscar' }));
    await waitFor(() => expect(listPlacas()).toEqual(['RIO2A18']));
    await page.user.click(screen.getByRole('button', { name: 'Limpar' }));
    await waitFor(() => expect(listPlacas()).toHaveLength(3));
    expect(window.location.search).toBe('');
  });

  test('a day without passages says so and offers the whole list', async () => {
    await open(prepareThree, '?ate=2020-01-01');
    expect(await screen.findByText('Nenhuma passagem encontrada.')).toBeTruthy();
    expect(screen.getByLabelText('Até')).toHaveProperty('value', '2020-01-01');
    await page.user.click(screen.getByRole('button', { name: 'Limpar busca' }));
    expect(await screen.findByText('3 passagens')).toBeTruthy();
  });

  test('without any passage it says so', async () => {
    await open();
    expect(await screen.findByText('Nenhuma passagem registrada.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Limpar busca' })).toBeNull();
  });

  test('a failure is shown, and not an empty list', async () => {
    await open((_server, wire) => breakDown(wire, 'GET /api/passagens'));
    expect(await screen.findByText('Erro ao buscar passagens')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeTruthy();
    expect(screen.queryByText('Nenhuma passagem registrada.')).toBeNull();
  });

  test('has pages', async () => {
    await open(async (server) => {
      for (let i = 10; i < 36; i += 1) await postPassagem(server, { placa: `ABC1D${i}` });
    });
    await screen.findByText('ABC1D35');
    expect(screen.queryByText('ABC1D10')).toBeNull();
    await page.user.click(await screen.findByRole('button', { name: 'Próxima' }));
    expect(await screen.findByText('ABC1D10')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Anterior' }));
    expect(await screen.findByText('ABC1D35')).toBeTruthy();
  });

  test('loads no picture of a row that is not visible', async () => {
    await open((server) => postPassagem(server, { imagem: JPEG }));
    await screen.findByText('1 passagem');
    expect(page.wire.calls.filter((call) => call.includes('/imagens/'))).toEqual([]);
  });
});

describe('the cars inside', () => {
  const linhas = () =>
    screen.queryAllByRole('button', { name: /^Marcar saída/ }).map((botao) => botao.ariaLabel);

  test('are listed; the exit of one is marked with one press, and undone', async () => {
    await open(async (server) => {
      await postPassagem(server, { placa: 'RIO2A18', sentido: 'entrada' });
      await postPassagem(server, { placa: 'ABC1D23', sentido: 'entrada' });
      await postPassagem(server, { placa: 'XYZ9Z99', sentido: 'saida' });
    }, '?situacao=dentro');
    expect(await screen.findByText(/^Pela última passagem com sentido/)).toBeTruthy();
    await waitFor(() => expect(linhas()).toHaveLength(2));
    await page.user.click(screen.getByRole('button', { name: 'Marcar saída de RIO2A18' }));
    expect((await screen.findByText(/^Saída de/)).textContent).toBe('Saída de RIO2A18 registrada.');
    await waitFor(() => expect(linhas()).toHaveLength(1));
    await page.user.click(screen.getByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(linhas()).toHaveLength(2));
    expect(await screen.findByText(/^Pela última passagem com sentido/)).toBeTruthy();
  });

  test.each([
    [undefined, 'recomeça à meia-noite.'],
    ['01:00', 'recomeça à 1 h.'],
    ['04:30', 'recomeça às 4 h 30.'],
  ])('of a count that begins anew at %s', async (hora, frase) => {
    if (hora) document.documentElement.dataset.dentroHora = hora;
    try {
      await open(undefined, '?situacao=dentro');
      const aviso = await screen.findByText(/^Pela última passagem com sentido/);
      expect(aviso.textContent).toContain(frase);
    } finally {
      delete document.documentElement.dataset.dentroHora;
    }
  });

  test('no other list marks exits', async () => {
    await open(prepareThree);
    await screen.findByText('3 passagens');
    expect(linhas()).toEqual([]);
  });
});

describe('passages that arrive while the list is open', () => {
  const findNovas = (name: RegExp) => screen.findByRole('button', { name });

  test('are counted by a button, and a press shows them', async () => {
    await open(prepareThree);
    await screen.findByText('3 passagens');
    expect(screen.queryByRole('button', { name: /nova/ })).toBeNull();
    await postPassagem(page.server, { placa: 'AAA1A11' });
    const uma = await findNovas(/^1 nova passagem/);
    expect(uma.closest('[role="status"]')).toBeTruthy();
    expect(screen.queryByText('AAA1A11')).toBeNull();
    await postPassagem(page.server, { placa: 'BBB2B22' });
    await page.user.click(await findNovas(/^2 novas passagens/));
    expect(await screen.findByText('BBB2B22')).toBeTruthy();
    expect(listPlacas().slice(0, 3)).toEqual(['BBB2B22', 'AAA1A11', 'XYZ9Z99']);
    expect(screen.queryByRole('button', { name: /nova/ })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Histórico');
  });

  test('are counted only when the filters of the list match them', async () => {
    await open(prepareThree, '?sentido=entrada');
    await screen.findByText('1 passagem');
    await postPassagem(page.server, { placa: 'AAA1A11', sentido: 'saida' });
    await postPassagem(page.server, { placa: 'BBB2B22', sentido: 'entrada' });
    expect(await findNovas(/^1 nova passagem/)).toBeTruthy();
  });
});

describe('a row opens its passage', () => {
  const findDialog = () => screen.findByRole('dialog', { name: 'Passagem' });

  test('by a press on it, by its button, by Enter', async () => {
    await open(prepareThree);
    await page.user.click(within(await findLinha('XYZ9Z99')).getByText('Não cadastrado'));
    expect(
      within(await findDialog()).getByRole('link', { name: 'Cadastrar XYZ9Z99' }),
    ).toBeTruthy();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await page.user.click(screen.getByRole('button', { name: /^Ver passagem RIO2A18/ }));
    expect(within(await findDialog()).getByRole('link', { name: 'Abrir cadastro' })).toBeTruthy();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    (await findLinha('R1O2A18')).focus();
    await page.user.keyboard('{Enter}');
    expect(await findDialog()).toBeTruthy();
  });

  test('but not by a link in it', async () => {
    await open(prepareThree);
    await page.user.click(await screen.findByRole('link', { name: 'Edson Carvalho' }));
    expect(await screen.findByRole('dialog', { name: 'Edson Carvalho' })).toBeTruthy();
    expect(window.location.pathname).toBe('/proprietarios/consultar/001215');
  });

  test('an address may name it; closing shows the list', async () => {
    await open(prepareThree, '?passagem=2');
    expect(within(await findDialog()).getByText('Placas parecidas no cadastro')).toBeTruthy();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  test('an address of an unknown passage says so', async () => {
    await open(prepareThree, '?passagem=99');
    expect(await screen.findByText('Esta passagem não está mais no histórico.')).toBeTruthy();
  });
});
