import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { openPage, type TestPage, type TestPageOptions } from '../../test/page.tsx';
import { breakDown, buildProprietario, buildVeiculo, hold } from '../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const open = async (prepare?: TestPageOptions['prepare'], path = '/proprietarios/consultar') => {
  page = await openPage(path, { prepare });
  await screen.findByRole('heading', { name: 'Consulta de Proprietários' });
};
const prepareTwo: TestPageOptions['prepare'] = async (server) => {
  await buildProprietario(server);
  await buildProprietario(server, { matricula: '202310457', nome: 'Beatriz Helena de Souza' });
};
const getBusca = () => screen.getByPlaceholderText('Buscar por nome ou matrícula...');
const getButton = (name: string) => screen.getByRole('button', { name });
const findAlertDialog = (name: string) => screen.findByRole('alertdialog', { name });

describe('the list', () => {
  test('loads when it opens, sorted by name', async () => {
    await open(async (server, wire) => {
      await prepareTwo?.(server, wire);
      await buildVeiculo(server, { proprietario_matricula: '001215' });
    });
    await screen.findByText('Edson Carvalho');
    const linhas = screen.getAllByRole('row').slice(1);
    expect(linhas.map((linha) => linha.textContent)).toEqual([
      '202310457Beatriz Helena de Souza0 veículos',
      '001215Edson Carvalho1 veículo',
    ]);
    expect(screen.getByText('2 proprietários')).toBeTruthy();
  });

  test('searches, and Limpar shows every owner again', async () => {
    await open(prepareTwo);
    await screen.findByText('Edson Carvalho');
    await page.user.type(getBusca(), 'beatriz{Enter}');
    await waitFor(() => expect(screen.queryByText('Edson Carvalho')).toBeNull());
    expect(screen.getByText('Beatriz Helena de Souza')).toBeTruthy();
    expect(window.location.search).toBe('?q=beatriz');
    await page.user.click(getButton('Limpar'));
    expect(await screen.findByText('Edson Carvalho')).toBeTruthy();
    expect(getBusca()).toHaveProperty('value', '');
  });

  test.each([
    ['', false],
    [' a ', true],
    ['ab', true],
    ['abc', false],
  ])('Buscar with "%s"', async (termo, desligado) => {
    await open(prepareTwo);
    if (termo) await page.user.type(getBusca(), termo);
    expect(getButton('Buscar')).toHaveProperty('disabled', desligado);
    expect(screen.queryByText('Digite ao menos 3 caracteres') !== null).toBe(desligado);
  });

  test('a search without a match and an empty register have their own sentences', async () => {
    await open(prepareTwo, '/proprietarios/consultar?q=ninguem');
    expect(await screen.findByText('Nenhum proprietário encontrado.')).toBeTruthy();
    await page.user.click(getButton('Limpar busca'));
    expect(await screen.findByText('Edson Carvalho')).toBeTruthy();
  });

  test('a failure empties the list, shows the reason and offers another try', async () => {
    await open((_server, wire) => breakDown(wire, 'GET /db/proprietarios'));
    expect(await screen.findByText('Erro ao buscar proprietários')).toBeTruthy();
    expect(await screen.findByText('Não foi possível carregar a lista.')).toBeTruthy();
    expect(screen.getByText('7F3A-91C2')).toBeTruthy();
    expect(screen.queryByText('Nenhum proprietário encontrado.')).toBeNull();
    page.wire.restore();
    await page.user.click(getButton('Tentar novamente'));
    expect(await screen.findByText('Nenhum proprietário encontrado.')).toBeTruthy();
  });

  test('reads wrapped records', async () => {
    const corpo = { data: [{ value: { matricula: '7', nome: 'Ana', versao: 1 } }] };
    await open((_server, wire) => wire.answer('GET /db/proprietarios', () => Response.json(corpo)));
    expect(await screen.findByText('Ana')).toBeTruthy();
  });

  test('an item without a versao is shown, and is edited without If-Match', async () => {
    const corpo = [{ matricula: '001215', nome: 'Edson Carvalho' }];
    await open(async (server, wire) => {
      await buildProprietario(server);
      wire.answer('GET /db/proprietarios', () => Response.json(corpo));
    });
    await page.user.click(
      await screen.findByRole('button', { name: 'Editar proprietário 001215' }),
    );
    await page.user.type(await screen.findByLabelText('Nome'), ' Neto');
    await page.user.click(getButton('Salvar'));
    expect(await screen.findByText('Proprietário atualizado com sucesso')).toBeTruthy();
  });

  test.each([
    ['no list at all', { itens: [] }],
    ['an item without its key', [{ nome: 'Ana', versao: 1 }]],
  ])('%s empties the list', async (_caso, corpo) => {
    await open((_server, wire) => wire.answer('GET /db/proprietarios', () => Response.json(corpo)));
    // In place of the list and as a toast.
    const frase = 'Dados inválidos recebidos da API.';
    await waitFor(() => expect(screen.getAllByText(frase)).toHaveLength(2));
    expect(screen.queryByText('Ana')).toBeNull();
  });
});

describe('Editar Proprietário', () => {
  test('changes the name, never the matrícula', async () => {
    await open(prepareTwo);
    await page.user.click(
      await screen.findByRole('button', { name: 'Editar proprietário 001215' }),
    );
    const dialogo = await screen.findByRole('dialog', { name: 'Editar Proprietário' });
    expect(within(dialogo).getByLabelText('Matrícula')).toHaveProperty('readOnly', true);
    const nome = within(dialogo).getByLabelText('Nome');
    await page.user.clear(nome);
    expect(within(dialogo).getByRole('button', { name: 'Salvar' })).toHaveProperty(
      'disabled',
      true,
    );
    await page.user.type(nome, 'Edson de Carvalho');
    await page.user.click(within(dialogo).getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Proprietário atualizado com sucesso')).toBeTruthy();
    expect(await screen.findByText('Edson de Carvalho')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a failure closes the dialog with a toast; the bell opens it again with the typed name', async () => {
    await open(async (server, wire) => {
      await buildProprietario(server);
      breakDown(wire, 'PUT /db/proprietarios/001215');
    });
    await page.user.click(
      await screen.findByRole('button', { name: 'Editar proprietário 001215' }),
    );
    await page.user.type(await screen.findByLabelText('Nome'), ' Neto');
    await page.user.click(getButton('Salvar'));
    expect(await screen.findByText('Erro ao atualizar proprietário')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Edson Carvalho')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: /^Mensagens/ }));
    await page.user.click(await screen.findByRole('button', { name: 'Reabrir' }));
    await screen.findByRole('dialog', { name: 'Editar Proprietário' });
    expect(screen.getByLabelText('Nome')).toHaveProperty('value', 'Edson Carvalho Neto');
  });

  test('while it is saved the dialog stays open, so that a conflict is shown', async () => {
    await open((server) => buildProprietario(server));
    await page.user.click(
      await screen.findByRole('button', { name: 'Editar proprietário 001215' }),
    );
    await page.user.type(await screen.findByLabelText('Nome'), ' Neto');
    const espera = hold(page.wire, 'PUT /db/proprietarios/001215', () =>
      Response.json(
        {
          codigo: 'versao-antiga',
          mensagem: 'Este proprietário foi alterado por outra pessoa.',
          atual: { matricula: '001215', nome: 'Nome de outra pessoa', versao: 2 },
        },
        { status: 412 },
      ),
    );
    await page.user.click(getButton('Salvar'));
    await page.user.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Editar Proprietário' })).toBeTruthy();
    for (const nome of ['Cancelar', 'Fechar'])
      expect(getButton(nome)).toHaveProperty('disabled', true);
    espera.release();
    const titulo = 'Este proprietário foi alterado por outra pessoa';
    expect(await screen.findByRole('dialog', { name: titulo })).toBeTruthy();
    // Without a choice it leads back to what was typed.
    await page.user.keyboard('{Escape}');
    await screen.findByRole('dialog', { name: 'Editar Proprietário' });
    expect(screen.getByLabelText('Nome')).toHaveProperty('value', expect.stringMatching(/ Neto$/));
  });

  test('a stale edit asks which version stays', async () => {
    await open((server) => buildProprietario(server));
    await page.user.click(
      await screen.findByRole('button', { name: 'Editar proprietário 001215' }),
    );
    const nome = within(await screen.findByRole('dialog')).getByLabelText('Nome');
    await page.user.clear(nome);
    await page.user.type(nome, 'Minha versão do nome');
    const url = '/db/proprietarios/001215';
    await page.server.request({ method: 'PUT', url, payload: { nome: 'Nome de outra pessoa' } });
    await page.user.click(getButton('Salvar'));
    const titulo = 'Este proprietário foi alterado por outra pessoa';
    const conflito = await screen.findByRole('dialog', { name: titulo });
    expect(within(conflito).getByText('Nome de outra pessoa')).toBeTruthy();
    expect(screen.queryByText('Erro ao atualizar proprietário')).toBeNull();
    await page.user.click(getButton('Usar a minha'));
    expect(await screen.findByText('Proprietário atualizado com sucesso')).toBeTruthy();
    expect((await page.server.request({ url })).json().nome).toBe('Minha versão do nome');
  });
});

describe('Excluir proprietário', () => {
  const texto =
    'Tem certeza que deseja remover este proprietário? Essa ação não poderá ser desfeita.';
  const openRemoval = async () => {
    const nome = 'Excluir proprietário 001215';
    await page.user.click(await screen.findByRole('button', { name: nome }));
    return findAlertDialog('Excluir proprietário');
  };

  test('asks first, then removes', async () => {
    await open(prepareTwo);
    const dialogo = await openRemoval();
    expect(within(dialogo).getByText(texto)).toBeTruthy();
    await page.user.click(within(dialogo).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByText('Edson Carvalho')).toBeTruthy();
    await page.user.click(within(await openRemoval()).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Proprietário removido com sucesso')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Edson Carvalho')).toBeNull());
  });

  test('after the last row of the last page is deleted, the first page is shown', async () => {
    await open(async (server) => {
      for (let i = 10; i < 35; i += 1) {
        await buildProprietario(server, { matricula: `${i}`, nome: `Ana ${i}` });
      }
      await buildProprietario(server);
    });
    await screen.findByText('Ana 10');
    await page.user.click(await screen.findByRole('button', { name: 'Próxima' }));
    await screen.findByText('Edson Carvalho');
    await page.user.click(within(await openRemoval()).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Ana 10')).toBeTruthy();
    expect(screen.queryByText('Ainda não há proprietários cadastrados.')).toBeNull();
    expect(window.location.search).toBe('');
  });

  test('an owner with vehicles cannot be deleted: the question leads to the vehicles', async () => {
    await open(async (server) => {
      await buildProprietario(server);
      await buildVeiculo(server, { proprietario_matricula: '001215' });
      await buildVeiculo(server, { placa: 'ABC1D23', proprietario_matricula: '001215' });
      await buildVeiculo(server, { placa: 'XYZ9K99', modelo: 'OUTRO' });
    });
    const dialogo = await openRemoval();
    expect(
      await within(dialogo).findByText(
        'Este proprietário possui 2 veículos. Transfira ou exclua os veículos antes de excluir o proprietário.',
      ),
    ).toBeTruthy();
    expect(within(dialogo).queryByText(texto)).toBeNull();
    expect(within(dialogo).queryByRole('button', { name: 'Excluir' })).toBeNull();
    await page.user.click(within(dialogo).getByRole('button', { name: 'Ver veículos' }));
    await screen.findByRole('heading', { name: 'Consulta de Veículos' });
    expect(await screen.findByRole('row', { name: /^ABC1D23/ })).toBeTruthy();
    expect(screen.queryByRole('row', { name: /^XYZ9K99/ })).toBeNull();
    expect(window.location.search).toBe('?proprietario=001215');
    expect(page.wire.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  test('a vehicle that came while the question was open keeps the owner, with the reason', async () => {
    await open((server) => buildProprietario(server));
    const dialogo = await openRemoval();
    await buildVeiculo(page.server, { proprietario_matricula: '001215' });
    await page.user.click(within(dialogo).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Erro ao remover proprietário')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getAllByText(/possui 1 veículo/)).not.toHaveLength(0);
    expect(screen.getByText('Edson Carvalho')).toBeTruthy();
  });
});

describe('the focus returns', () => {
  const findEditButton = () => screen.findByRole('button', { name: 'Editar proprietário 001215' });
  const findDialog = () => screen.findByRole('dialog', { name: 'Editar Proprietário' });
  const expectClosed = async (dono: HTMLElement) => {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(dono).toBe(document.activeElement));
  };

  test('to the button, after Escape, Cancelar and Ctrl+Enter', async () => {
    await open(prepareTwo);
    const abrir = await findEditButton();
    await page.user.click(abrir);
    await findDialog();
    await page.user.keyboard('{Escape}');
    await expectClosed(abrir);
    await page.user.keyboard('{Enter}');
    await page.user.click(within(await findDialog()).getByRole('button', { name: 'Cancelar' }));
    await expectClosed(abrir);
    await page.user.keyboard('{Enter}');
    await findDialog();
    await page.user.type(screen.getByLabelText('Nome'), ' Neto{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Edson Carvalho Neto')).toBeTruthy();
    await expectClosed(await findEditButton());
    expect(page.wire.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
  });

  test('to the row, after `e`', async () => {
    await open(prepareTwo);
    const linha = (await findEditButton()).closest('tr') as HTMLElement;
    linha.focus();
    await page.user.keyboard('e');
    await findDialog();
    await page.user.keyboard('{Escape}');
    await expectClosed(linha);
  });
});

test('Ctrl+Enter with a blank name sends nothing', async () => {
  await open(prepareTwo);
  await page.user.click(await screen.findByRole('button', { name: 'Editar proprietário 001215' }));
  await page.user.clear(await screen.findByLabelText('Nome'));
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  expect(screen.getByRole('dialog', { name: 'Editar Proprietário' })).toBeTruthy();
  expect(page.wire.calls.filter((call) => call.startsWith('PUT'))).toEqual([]);
});

test('a name without a space wraps inside the question', async () => {
  const nome = 'x'.repeat(200);
  await open((server) => buildProprietario(server, { nome }));
  await page.user.click(await screen.findByRole('button', { name: 'Excluir proprietário 001215' }));
  const dialogo = await findAlertDialog('Excluir proprietário');
  expect(within(dialogo).getByText(nome).closest('.wrap-anywhere')).toBeTruthy();
});
