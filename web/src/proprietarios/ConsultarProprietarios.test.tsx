import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { openPage, type Page, type PageOptions } from '../../test/page.tsx';
import { breakDown, buildProprietario, buildVeiculo, hold } from '../../test/register.ts';

let page: Page;
afterEach(() => page.close());

const open = async (prepare?: PageOptions['prepare'], path = '/proprietarios/consultar') => {
  page = await openPage(path, { prepare });
  await screen.findByRole('heading', { name: 'Consulta de Proprietários' });
};
const dois: PageOptions['prepare'] = async (server) => {
  await buildProprietario(server);
  await buildProprietario(server, { matricula: '202310457', nome: 'Beatriz Helena de Souza' });
};
const busca = () => screen.getByPlaceholderText('Buscar por nome ou matrícula...');
const botao = (name: string) => screen.getByRole('button', { name });
const conversa = (name: string) => screen.findByRole('alertdialog', { name });

describe('the list', () => {
  test('loads on open, by name', async () => {
    await open(dois);
    await screen.findByText('Edson Carvalho');
    const linhas = screen.getAllByRole('row').slice(1);
    expect(linhas.map((linha) => linha.textContent)).toEqual([
      '202310457Beatriz Helena de Souza',
      '001215Edson Carvalho',
    ]);
    expect(screen.getByText('2 proprietários')).toBeTruthy();
  });

  test('searches, and Limpar brings everybody back', async () => {
    await open(dois);
    await screen.findByText('Edson Carvalho');
    await page.user.type(busca(), 'beatriz{Enter}');
    await waitFor(() => expect(screen.queryByText('Edson Carvalho')).toBeNull());
    expect(screen.getByText('Beatriz Helena de Souza')).toBeTruthy();
    expect(window.location.search).toBe('?q=beatriz');
    await page.user.click(botao('Limpar'));
    expect(await screen.findByText('Edson Carvalho')).toBeTruthy();
    expect(busca()).toHaveProperty('value', '');
  });

  test.each([
    ['', false],
    [' a ', true],
    ['ab', true],
    ['abc', false],
  ])('Buscar with "%s"', async (termo, desligado) => {
    await open(dois);
    if (termo) await page.user.type(busca(), termo);
    expect(botao('Buscar')).toHaveProperty('disabled', desligado);
    expect(screen.queryByText('Digite ao menos 3 caracteres') !== null).toBe(desligado);
  });

  test('nothing matches, nothing there yet', async () => {
    await open(dois, '/proprietarios/consultar?q=ninguem');
    expect(await screen.findByText('Nenhum proprietário encontrado.')).toBeTruthy();
    await page.user.click(botao('Limpar busca'));
    expect(await screen.findByText('Edson Carvalho')).toBeTruthy();
  });

  test('a failure empties the list, says so and offers another try', async () => {
    await open((_server, wire) => breakDown(wire, 'GET /db/proprietarios'));
    expect(await screen.findByText('Erro ao buscar proprietários')).toBeTruthy();
    expect(screen.getByText('Não foi possível carregar a lista.')).toBeTruthy();
    expect(screen.getByText('7F3A-91C2')).toBeTruthy();
    expect(screen.queryByText('Nenhum proprietário encontrado.')).toBeNull();
    page.wire.restore();
    await page.user.click(botao('Tentar novamente'));
    expect(await screen.findByText('Nenhum proprietário encontrado.')).toBeTruthy();
  });

  test('takes wrapped records', async () => {
    const corpo = { data: [{ value: { matricula: '7', nome: 'Ana', versao: 1 } }] };
    await open((_server, wire) => wire.answer('GET /db/proprietarios', () => Response.json(corpo)));
    expect(await screen.findByText('Ana')).toBeTruthy();
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
    await open(dois);
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

  test('a failure closes the dialog with the toast; the bell opens it again as typed', async () => {
    await open(async (server, wire) => {
      await buildProprietario(server);
      breakDown(wire, 'PUT /db/proprietarios/001215');
    });
    await page.user.click(
      await screen.findByRole('button', { name: 'Editar proprietário 001215' }),
    );
    await page.user.type(await screen.findByLabelText('Nome'), ' Neto');
    await page.user.click(botao('Salvar'));
    expect(await screen.findByText('Erro ao atualizar proprietário')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Edson Carvalho')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: /^Mensagens/ }));
    await page.user.click(await screen.findByRole('button', { name: 'Reabrir' }));
    await screen.findByRole('dialog', { name: 'Editar Proprietário' });
    expect(screen.getByLabelText('Nome')).toHaveProperty('value', 'Edson Carvalho Neto');
  });

  test('while it is being saved the dialog stays, so that a conflict is not missed', async () => {
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
    await page.user.click(botao('Salvar'));
    await page.user.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Editar Proprietário' })).toBeTruthy();
    for (const nome of ['Cancelar', 'Fechar']) expect(botao(nome)).toHaveProperty('disabled', true);
    espera.release();
    const titulo = 'Este proprietário foi alterado por outra pessoa';
    expect(await screen.findByRole('dialog', { name: titulo })).toBeTruthy();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
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
    await page.user.click(botao('Salvar'));
    const titulo = 'Este proprietário foi alterado por outra pessoa';
    const conflito = await screen.findByRole('dialog', { name: titulo });
    expect(within(conflito).getByText('Nome de outra pessoa')).toBeTruthy();
    expect(screen.queryByText('Erro ao atualizar proprietário')).toBeNull();
    await page.user.click(botao('Usar a minha'));
    expect(await screen.findByText('Proprietário atualizado com sucesso')).toBeTruthy();
    expect((await page.server.request({ url })).json().nome).toBe('Minha versão do nome');
  });
});

describe('Excluir proprietário', () => {
  const texto =
    'Tem certeza que deseja remover este proprietário? Essa ação não poderá ser desfeita.';
  const abrir = async () => {
    const nome = 'Excluir proprietário 001215';
    await page.user.click(await screen.findByRole('button', { name: nome }));
    return conversa('Excluir proprietário');
  };

  test('asks first, then removes', async () => {
    await open(dois);
    const dialogo = await abrir();
    expect(within(dialogo).getByText(texto)).toBeTruthy();
    await page.user.click(within(dialogo).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByText('Edson Carvalho')).toBeTruthy();
    await page.user.click(within(await abrir()).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Proprietário removido com sucesso')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Edson Carvalho')).toBeNull());
  });

  test('the last row of the last page gone, the first page is shown', async () => {
    await open(async (server) => {
      for (let i = 10; i < 35; i += 1) {
        await buildProprietario(server, { matricula: `${i}`, nome: `Ana ${i}` });
      }
      await buildProprietario(server);
    });
    await screen.findByText('Ana 10');
    await page.user.click(botao('Próxima'));
    await screen.findByText('Edson Carvalho');
    await page.user.click(within(await abrir()).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Ana 10')).toBeTruthy();
    expect(screen.queryByText('Ainda não há proprietários cadastrados.')).toBeNull();
    expect(window.location.search).toBe('');
  });

  test('an owner with vehicles stays, and the reason stands above the table', async () => {
    await open(async (server) => {
      await buildProprietario(server);
      await buildVeiculo(server, { proprietario_matricula: '001215' });
      await buildVeiculo(server, { placa: 'ABC1D23', proprietario_matricula: '001215' });
    });
    const dialogo = await abrir();
    expect(await within(dialogo).findByText(/Este proprietário possui 2 veículos\./)).toBeTruthy();
    expect(within(dialogo).getByRole('link', { name: 'Ver veículos' })).toBeTruthy();
    expect(page.wire.calls.filter((call) => call.includes('/db/veiculos'))).toEqual([]);
    await page.user.click(within(dialogo).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Erro ao remover proprietário')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getAllByText(/possui 2 veículos/)).not.toHaveLength(0);
    expect(screen.getByText('Edson Carvalho')).toBeTruthy();
  });
});

describe('the focus comes back', () => {
  const editar = () => screen.findByRole('button', { name: 'Editar proprietário 001215' });
  const dialogo = () => screen.findByRole('dialog', { name: 'Editar Proprietário' });
  const fechado = async (dono: HTMLElement) => {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(dono).toBe(document.activeElement));
  };

  test('to the button, after Escape, Cancelar and Ctrl+Enter', async () => {
    await open(dois);
    const abrir = await editar();
    await page.user.click(abrir);
    await dialogo();
    await page.user.keyboard('{Escape}');
    await fechado(abrir);
    await page.user.keyboard('{Enter}');
    await page.user.click(within(await dialogo()).getByRole('button', { name: 'Cancelar' }));
    await fechado(abrir);
    await page.user.keyboard('{Enter}');
    await dialogo();
    await page.user.type(screen.getByLabelText('Nome'), ' Neto{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Edson Carvalho Neto')).toBeTruthy();
    await fechado(await editar());
    expect(page.wire.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
  });

  test('to the row, after `e`', async () => {
    await open(dois);
    const linha = (await editar()).closest('tr') as HTMLElement;
    linha.focus();
    await page.user.keyboard('e');
    await dialogo();
    await page.user.keyboard('{Escape}');
    await fechado(linha);
  });
});

test('Ctrl+Enter with a blank name sends nothing', async () => {
  await open(dois);
  await page.user.click(await screen.findByRole('button', { name: 'Editar proprietário 001215' }));
  await page.user.clear(await screen.findByLabelText('Nome'));
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  expect(screen.getByRole('dialog', { name: 'Editar Proprietário' })).toBeTruthy();
  expect(page.wire.calls.filter((call) => call.startsWith('PUT'))).toEqual([]);
});

test('a name without a space stays inside the question', async () => {
  const nome = 'x'.repeat(200);
  await open((server) => buildProprietario(server, { nome }));
  await page.user.click(await screen.findByRole('button', { name: 'Excluir proprietário 001215' }));
  const dialogo = await conversa('Excluir proprietário');
  expect(within(dialogo).getByText(nome).closest('.wrap-anywhere')).toBeTruthy();
});
