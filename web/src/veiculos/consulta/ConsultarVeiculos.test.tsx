import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { matchPlaca } from '../../../test/cartao.ts';
import { openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';
import { breakDown, buildVeiculo } from '../../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const open = async (prepare?: TestPageOptions['prepare'], busca = '') => {
  page = await openPage(`/veiculos/consultar${busca}`, { prepare });
  await screen.findByRole('heading', { name: 'Consulta de Veículos' });
};
const prepareThree: TestPageOptions['prepare'] = async (server) => {
  await buildVeiculo(server);
  await buildVeiculo(server, { placa: 'ABC1D23', modelo: 'ONIX', cor: 'Azul', status: 'ATIVO' });
  await buildVeiculo(server, { placa: 'HKQ3782', modelo: 'GOL', tipo: '1', status: 'visitante' });
};
const getButton = (name: string) => screen.getByRole('button', { name });
const listPlacas = () =>
  screen.getAllByRole('rowheader').map((celula) => celula.textContent?.slice(-7) ?? '');

describe('the list', () => {
  test('loads when it opens: plate, model, colour, status, actions', async () => {
    await open(prepareThree);
    expect(await screen.findByText('QXJ0D52')).toBeTruthy();
    const cabecas = screen.getAllByRole('columnheader').map((cabeca) => cabeca.textContent);
    expect(cabecas).toEqual(['', 'Placa', 'Modelo', 'Cor', 'Status', 'Ações']);
    expect(listPlacas()).toEqual(['ABC1D23', 'HKQ3782', 'QXJ0D52']);
    const linha = screen.getByText('ABC1D23').closest('tr') as HTMLElement;
    for (const texto of ['ONIX', 'Azul', 'ATIVO'])
      expect(within(linha).getByText(texto)).toBeTruthy();
    expect(screen.getByText('3 veículos')).toBeTruthy();
  });

  test('searches and filters; Limpar clears both', async () => {
    await open(prepareThree);
    await screen.findByText('QXJ0D52');
    await page.user.selectOptions(screen.getByLabelText('Status'), 'ATIVO');
    await waitFor(() => expect(listPlacas()).toEqual(['ABC1D23']));
    await page.user.type(screen.getByPlaceholderText('Buscar por placa, modelo, status...'), 'gol');
    await page.user.click(getButton('Buscar'));
    expect(await screen.findByText('Nenhum veículo encontrado.')).toBeTruthy();
    await page.user.click(getButton('Limpar'));
    expect(await screen.findByText('HKQ3782')).toBeTruthy();
    expect(window.location.search).toBe('');
  });

  test.each([
    ['  ', false],
    ['a', true],
    ['gol', false],
  ])('Buscar with "%s"', async (termo, desligado) => {
    await open(prepareThree);
    await page.user.type(screen.getByRole('searchbox'), termo);
    expect(getButton('Buscar')).toHaveProperty('disabled', desligado);
  });

  test('an unregistered plate can be registered from here', async () => {
    await open(prepareThree, '?q=xyz9z99');
    expect(await screen.findByText('Nenhum veículo encontrado.')).toBeTruthy();
    await page.user.click(screen.getByRole('link', { name: 'Cadastrar XYZ9Z99' }));
    expect(await screen.findByLabelText('Placa')).toHaveProperty('value', 'XYZ9Z99');
  });

  test('the twin of the searched plate is the same car', async () => {
    await open(prepareThree, '?q=hkq3h82');
    expect(await screen.findByText('HKQ3782')).toBeTruthy();
    expect(screen.getByText('mesmo veículo')).toBeTruthy();
  });

  describe('an unregistered plate with similar ones', () => {
    const findLinha = (placa: string) =>
      screen.findByRole('row', { name: new RegExp(`^${placa}`) });
    const aviso = /^Nenhum veículo com a placa/;

    test.each([
      [
        'a8c1d23',
        'ABC1D23',
        'o segundo caractere difere: letra B no cadastro, número 8 na busca',
        'A8C1D23',
        false,
      ],
      [
        'ABC-1O23',
        'ABC1D23',
        'o quinto caractere difere: letra D no cadastro, letra O na busca',
        'ABC1O23',
        true,
      ],
      [
        'qxjod5z',
        'QXJ0D52',
        'o quarto caractere difere: zero no cadastro, letra O na busca; o sétimo caractere difere: número 2 no cadastro, letra Z na busca',
        'QXJOD5Z',
        false,
      ],
      [
        'hko-3782',
        'HKQ3782',
        'o terceiro caractere difere: letra Q no cadastro, letra O na busca',
        'HKO-3782',
        true,
      ],
      [
        'hko3h82',
        'HKQ3782',
        'o terceiro caractere difere: letra Q no cadastro, letra O na busca',
        'HKO3H82',
        true,
      ],
      [
        'abx1d23',
        'ABC1D23',
        'o terceiro caractere difere: letra C no cadastro, letra X na busca',
        'ABX1D23',
        true,
      ],
    ])('%s shows %s, %s', async (q, placa, marca, dita, cadastravel) => {
      await open(prepareThree, `?q=${q}`);
      expect((await findLinha(placa)).textContent).toContain(`${placa}, ${marca}parecida`);
      expect(screen.getAllByRole('rowheader')).toHaveLength(1);
      expect(screen.getByText(aviso).textContent).toBe(
        `Nenhum veículo com a placa ${dita}. Placas parecidas:`,
      );
      const cadastrar = screen.queryByRole('link', { name: `Cadastrar ${dita.replace('-', '')}` });
      expect(cadastrar !== null).toBe(cadastravel);
      expect(screen.getByText('1 veículo')).toBeTruthy();
    });

    test('it can be registered from there', async () => {
      await open(prepareThree, '?q=abc-1x23');
      await page.user.click(await screen.findByRole('link', { name: 'Cadastrar ABC1X23' }));
      expect(await screen.findByLabelText('Placa')).toHaveProperty('value', 'ABC1X23');
    });

    test.each([
      ['abc1d23', 'ABC1D23', null],
      ['abc-1d23', 'ABC1D23', null],
      ['hkq3h82', 'HKQ3782', 'mesmo veículo'],
      ['onix', 'ABC1D23', null],
    ])('no such line is shown for %s', async (q, placa, marca) => {
      await open(prepareThree, `?q=${q}`);
      const linha = await findLinha(placa);
      expect(within(linha).queryByText(/parecida/)).toBeNull();
      expect(within(linha).queryByText('mesmo veículo')?.textContent ?? null).toBe(marca);
      expect(screen.queryByText(aviso)).toBeNull();
    });

    test('another term removes the line at once', async () => {
      await open(prepareThree, '?q=abx1d23');
      await screen.findByText(aviso);
      page.wire.answer('GET /db/veiculos/busca', () => new Promise(() => {}));
      await page.user.clear(screen.getByRole('searchbox'));
      await page.user.type(screen.getByRole('searchbox'), 'aby1d23{Enter}');
      await waitFor(() => expect(window.location.search).toContain('aby1d23'));
      // The rows before are still shown, and they would be similar to this term too.
      expect(screen.getByText(matchPlaca('ABC1D23'))).toBeTruthy();
      expect(screen.queryByText(aviso)).toBeNull();
    });
  });

  test('a count at its ceiling says so', async () => {
    await open((_server, wire) =>
      wire.answer('GET /db/veiculos', () =>
        Response.json([], { headers: { 'x-total-count': '10000', 'x-total-count-mais': '1' } }),
      ),
    );
    expect(await screen.findByText('mais de 10.000 veículos')).toBeTruthy();
  });

  test('a failure empties the list and is reported', async () => {
    await open((_server, wire) => breakDown(wire, 'GET /db/veiculos'));
    expect(await screen.findByText('Erro ao buscar veículos')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeTruthy();
    expect(screen.queryByText('Nenhum veículo encontrado.')).toBeNull();
  });
});

describe('Excluir veículo', () => {
  const openRemoval = async () => {
    await page.user.click(await screen.findByRole('button', { name: 'Excluir veículo QXJ0D52' }));
    return screen.findByRole('alertdialog', { name: 'Excluir veículo' });
  };

  test('asks first, then removes', async () => {
    await open(prepareThree);
    const dialogo = await openRemoval();
    const texto = 'Deseja realmente remover este veículo? Essa ação não poderá ser desfeita.';
    expect(within(dialogo).getByText(texto)).toBeTruthy();
    await page.user.click(within(dialogo).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Veículo removido com sucesso')).toBeTruthy();
    await waitFor(() => expect(listPlacas()).toEqual(['ABC1D23', 'HKQ3782']));
  });

  test('after the last row of the last page is deleted, the first page is shown', async () => {
    await open(async (server) => {
      for (let i = 10; i < 35; i += 1) await buildVeiculo(server, { placa: `ABC1D${i}` });
      await buildVeiculo(server);
    });
    await screen.findByText('ABC1D10');
    await page.user.click(await screen.findByRole('button', { name: 'Próxima' }));
    await screen.findByText('QXJ0D52');
    await page.user.click(within(await openRemoval()).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('ABC1D10')).toBeTruthy();
    expect(screen.queryByText('Ainda não há veículos cadastrados.')).toBeNull();
    expect(window.location.search).toBe('');
  });

  test('a vehicle that another person changed meanwhile stays, and the list shows it as it is', async () => {
    await open(prepareThree);
    const dialogo = await openRemoval();
    const url = '/db/veiculos/QXJ0D52';
    await page.server.request({ method: 'PUT', url, payload: { status: 'Em análise' } });
    await page.user.click(within(dialogo).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Este veículo foi alterado por outra pessoa.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const linha = screen.getByText('QXJ0D52').closest('tr') as HTMLElement;
    expect(await within(linha).findByText('Em análise')).toBeTruthy();
  });

  test('a failure closes the dialog, and the vehicle stays', async () => {
    await open(async (server, wire) => {
      await prepareThree(server, wire);
      breakDown(wire, 'DELETE /db/veiculos/QXJ0D52');
    });
    await page.user.click(within(await openRemoval()).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Erro ao remover veículo')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByText('QXJ0D52')).toBeTruthy();
  });
});

describe('the focus returns', () => {
  const findEditButton = () => screen.findByRole('button', { name: 'Editar veículo QXJ0D52' });
  const findDialog = () => screen.findByRole('dialog', { name: 'Editar Veículo' });
  const expectClosed = async (dono: HTMLElement) => {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(dono).toBe(document.activeElement));
  };

  test('to the button, after Escape, Cancelar and saving', async () => {
    await open(prepareThree);
    const abrir = await findEditButton();
    await page.user.click(abrir);
    await findDialog();
    await page.user.keyboard('{Escape}');
    await expectClosed(abrir);
    await page.user.keyboard('{Enter}');
    await page.user.click(within(await findDialog()).getByRole('button', { name: 'Cancelar' }));
    await expectClosed(abrir);
    await page.user.keyboard('{Enter}');
    await page.user.type(within(await findDialog()).getByLabelText('Cor'), ' claro');
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('Confirmar alterações:');
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Prata claro')).toBeTruthy();
    await expectClosed(await findEditButton());
    expect(page.wire.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
  });

  test('to the row, after `e`', async () => {
    await open(prepareThree);
    const linha = (await findEditButton()).closest('tr') as HTMLElement;
    linha.focus();
    await page.user.keyboard('e');
    await findDialog();
    await page.user.keyboard('{Escape}');
    await expectClosed(linha);
  });

  test('to the heading, where no element had it', async () => {
    await open(prepareThree, '?editar=QXJ0D52');
    await findDialog();
    await page.user.keyboard('{Escape}');
    await expectClosed(screen.getByRole('heading', { name: 'Consulta de Veículos' }));
  });

  test('to the button, when the deletion is cancelled', async () => {
    await open(prepareThree);
    const abrir = await screen.findByRole('button', { name: 'Excluir veículo QXJ0D52' });
    await page.user.click(abrir);
    const pergunta = await screen.findByRole('alertdialog');
    await page.user.click(within(pergunta).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await expectClosed(abrir);
  });

  test('to the heading, when a failed list is tried again', async () => {
    await open((_server, wire) => breakDown(wire, 'GET /db/veiculos'));
    const outra = await screen.findByRole('button', { name: 'Tentar novamente' });
    page.wire.restore();
    await page.user.click(outra);
    expect(await screen.findByText('Nenhum veículo encontrado.')).toBeTruthy();
    const titulo = screen.getByRole('heading', { name: 'Consulta de Veículos' });
    expect(titulo).toBe(document.activeElement);
  });
});
