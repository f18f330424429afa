/** Choosing vehicles in the list, and one act on all of them. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { ANA } from '../../../test/ficha.ts';
import { openPage, type TestPage } from '../../../test/page.tsx';
import { breakDown, buildProprietario, buildVeiculo } from '../../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const formatPlaca = (i: number) => `ABC1D${String(i).padStart(2, '0')}`;
const fill = (quantos: number) => async (server: TestPage['server']) => {
  for (let i = 0; i < quantos; i += 1) {
    const modelo = i % 2 ? 'UNO' : 'GOL';
    await buildVeiculo(server, { placa: formatPlaca(i), modelo, status: 'ATIVO' });
  }
};
const open = async (quantos: number, busca = '') => {
  page = await openPage(`/veiculos/consultar${busca}`, { prepare: fill(quantos) });
  await screen.findByRole('heading', { name: 'Consulta de Veículos' });
  await screen.findByText('ABC1D00');
};
const findCaixa = (placa: string) =>
  screen.findByLabelText<HTMLInputElement>(`Selecionar veículo ${placa}`);
const findLinha = (placa: string) => screen.findByRole('row', { name: new RegExp(`^${placa}`) });
const findBarra = async () =>
  within(await screen.findByRole('region', { name: 'Veículos selecionados' }));
const expectBarra = async (texto: string) =>
  expect(await (await findBarra()).findByText(texto)).toBeTruthy();
const clickCaixa = async (placa: string) => page.user.click(await findCaixa(placa));
const pressButton = async (name: string) =>
  page.user.click(await screen.findByRole('button', { name }));
/** The box of the head; the one above the cards has the same name. */
const findDaPagina = async () =>
  within(
    (await screen.findAllByRole('columnheader'))[0] as HTMLElement,
  ).getByRole<HTMLInputElement>('checkbox');
const listStatus = async (): Promise<string[]> => {
  const veiculos = (await page.server.request({ url: '/db/veiculos' })).json();
  return veiculos.map(({ status }: { status: string }) => status);
};

describe('choosing', () => {
  test('a box, a range with Shift, and Space on the row; the bar says how many', async () => {
    await open(6);
    expect(screen.queryByRole('region', { name: 'Veículos selecionados' })).toBeNull();
    await clickCaixa('ABC1D01');
    await expectBarra('1 selecionado');
    await page.user.keyboard('{Shift>}');
    await clickCaixa('ABC1D04');
    await page.user.keyboard('{/Shift}');
    await expectBarra('4 selecionados');
    (await findLinha('ABC1D05')).focus();
    await page.user.keyboard(' ');
    await expectBarra('5 selecionados');
    expect((await findCaixa('ABC1D05')).checked).toBe(true);
    await clickCaixa('ABC1D02');
    await expectBarra('4 selecionados');
    await pressButton('Limpar seleção');
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Veículos selecionados' })).toBeNull(),
    );
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  });

  test('the box of the head chooses the page, and all results are offered with their number', async () => {
    await open(30);
    await page.user.click(await findDaPagina());
    await expectBarra('25 selecionados');
    await pressButton('Selecionar todos os 30 resultados');
    await expectBarra('Todos os 30 selecionados');
    expect((await findDaPagina()).checked).toBe(true);
    await clickCaixa('ABC1D00');
    await expectBarra('24 selecionados');
    expect((await findDaPagina()).checked).toBe(false);
    expect((await findDaPagina()).indeterminate).toBe(true);
  });

  test('the choice stays on other pages, and another filter clears it', async () => {
    await open(30);
    await clickCaixa('ABC1D00');
    await pressButton('Próxima');
    await clickCaixa('ABC1D25');
    await expectBarra('2 selecionados');
    await pressButton('Anterior');
    await waitFor(async () => expect((await findCaixa('ABC1D00')).checked).toBe(true));
    await page.user.selectOptions(screen.getByLabelText('Status'), 'ATIVO');
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Veículos selecionados' })).toBeNull(),
    );
    expect((await findCaixa('ABC1D00')).checked).toBe(false);
  });
});

const changeStatus = async (status: string) => {
  await pressButton('Mudar status');
  const dialogo = within(await screen.findByRole('dialog', { name: 'Mudar status' }));
  await page.user.selectOptions(await dialogo.findByLabelText('Status'), status);
  return dialogo;
};

describe('Mudar status', () => {
  test('needs a status, asks for the reason of a PROIBIDO, and Desfazer takes it back', async () => {
    await open(3);
    await clickCaixa('ABC1D00');
    await clickCaixa('ABC1D02');
    await pressButton('Mudar status');
    const dialogo = within(await screen.findByRole('dialog', { name: 'Mudar status' }));
    await page.user.click(dialogo.getByRole('button', { name: 'Mudar status' }));
    expect(await dialogo.findByText('Escolha o status.')).toBeTruthy();
    expect(dialogo.queryByLabelText('Motivo (opcional)')).toBeNull();
    await page.user.selectOptions(dialogo.getByLabelText('Status'), 'PROIBIDO');
    await page.user.type(await dialogo.findByLabelText('Motivo (opcional)'), 'Furou a cancela');
    await page.user.click(dialogo.getByRole('button', { name: 'Mudar status' }));
    expect(await screen.findByText('2 veículos com o status PROIBIDO.')).toBeTruthy();
    expect(await listStatus()).toEqual(['PROIBIDO', 'ATIVO', 'PROIBIDO']);
    expect(screen.queryByRole('region', { name: 'Veículos selecionados' })).toBeNull();
    await page.user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByText('Desfeito em 2 veículos.')).toBeTruthy();
    expect(await listStatus()).toEqual(['ATIVO', 'ATIVO', 'ATIVO']);
  });

  test('of all results that match; another number is said, and nothing is changed', async () => {
    await open(30, '?q=gol');
    await page.user.click(await findDaPagina());
    await expectBarra('15 selecionados');
    await pressButton('Limpar seleção');
    await clickCaixa('ABC1D00');
    await pressButton('Selecionar todos os 15 resultados');
    await buildVeiculo(page.server, { placa: 'XYZ9Z99', modelo: 'GOL' });
    const dialogo = await changeStatus('INDEFINIDO');
    await page.user.click(dialogo.getByRole('button', { name: 'Mudar status' }));
    expect(
      await screen.findByText(/^A seleção tinha 15 veículos, e agora tem 16 veículos\. Nada foi/),
    ).toBeTruthy();
    expect((await listStatus()).filter((status) => status === 'INDEFINIDO')).toHaveLength(0);
  });

  test('a request that fails keeps the choice; the same again is the same act', async () => {
    await open(3);
    await clickCaixa('ABC1D00');
    await clickCaixa('ABC1D02');
    breakDown(page.wire, 'POST /api/veiculos/lote');
    await page.user.click(
      (await changeStatus('INDEFINIDO')).getByRole('button', { name: 'Mudar status' }),
    );
    await screen.findByText('Erro ao alterar os veículos.');
    await expectBarra('2 selecionados');
    page.wire.restore();
    await page.user.click(
      (await changeStatus('INDEFINIDO')).getByRole('button', { name: 'Mudar status' }),
    );
    await screen.findByText('2 veículos com o status INDEFINIDO.');
    expect(screen.queryByRole('region', { name: 'Veículos selecionados' })).toBeNull();
  });

  test('a vehicle that another person changed meanwhile is named', async () => {
    await open(2);
    await clickCaixa('ABC1D00');
    await clickCaixa('ABC1D01');
    const url = '/db/veiculos/ABC1D01';
    await page.server.request({ method: 'PUT', url, payload: { cor: 'Azul' } });
    const dialogo = await changeStatus('INDEFINIDO');
    await page.user.click(dialogo.getByRole('button', { name: 'Mudar status' }));
    const recusados = within(
      await screen.findByRole('dialog', { name: '1 veículo sem alteração' }),
    );
    expect(
      await recusados.findByText(/Foi alterado por outra pessoa depois da seleção\./),
    ).toBeTruthy();
    expect(
      await screen.findByText('1 veículo com o status INDEFINIDO; 1 sem alteração.'),
    ).toBeTruthy();
  });
});

describe('an act that runs when the page opens', () => {
  /** An act whose work stands still at its second vehicle, as a worker would leave it for a moment. */
  const openRunning = async (): Promise<void> => {
    page = await openPage('/veiculos/consultar', {
      prepare: async (server) => {
        await fill(3)(server);
        const pedido = { ato: 'status', status: 'INDEFINIDO', filtro: {}, total: 3 };
        const url = '/api/veiculos/lote';
        const { id } = (await server.request({ method: 'POST', url, payload: pedido })).json();
        await waitFor(async () => {
          const { fase } = (await server.request({ url: `${url}/${id}` })).json();
          expect(fase).toBe('feito');
        });
        await server.db
          .updateTable('lotes_veiculos')
          .set({ fase: 'fazendo', feitos: 2 })
          .where('id', '=', id)
          .execute();
      },
    });
    await screen.findByRole('heading', { name: 'Consulta de Veículos' });
  };

  test('shows its progress, is cancelled, and is undone', async () => {
    await openRunning();
    const barra = within(await screen.findByRole('region', { name: 'Andamento' }));
    // A moment without the server does not end it.
    for (const { id } of await page.server.db.selectFrom('lotes_veiculos').select('id').execute())
      page.wire.answer(`GET /api/veiculos/lote/${id}`, () => new Response('', { status: 503 }));
    await new Promise((later) => setTimeout(later, 1_000));
    page.wire.restore();
    const progresso = await barra.findByRole('progressbar', { name: 'Mudando o status' });
    expect(progresso.getAttribute('aria-valuetext')).toBe('Mudando o status… 2 de 3');
    await page.user.click(barra.getByRole('button', { name: 'Cancelar' }));
    expect(await screen.findByText('Cancelado: 3 veículos com o status INDEFINIDO.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Andamento' })).toBeNull());
    await page.user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByText('Desfeito em 3 veículos.')).toBeTruthy();
    expect(await listStatus()).toEqual(['ATIVO', 'ATIVO', 'ATIVO']);
  });

  test('is followed once, also when the list is left and opened again', async () => {
    await openRunning();
    await screen.findByRole('region', { name: 'Andamento' });
    await page.user.click((await screen.findAllByRole('link', { name: 'Veículos' }))[0]!);
    await screen.findByRole('heading', { name: 'Veículos' });
    await page.user.click(await screen.findByRole('link', { name: /Consultar Veículos/ }));
    const barra = within(await screen.findByRole('region', { name: 'Andamento' }));
    await page.user.click(await barra.findByRole('button', { name: 'Cancelar' }));
    expect(await screen.findByText('Cancelado: 3 veículos com o status INDEFINIDO.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Andamento' })).toBeNull());
    expect(screen.queryByText('×2')).toBeNull();
  });
});

describe('the other acts', () => {
  test('Excluir needs the number, typed', async () => {
    await open(3);
    await clickCaixa('ABC1D00');
    await clickCaixa('ABC1D01');
    await pressButton('Excluir');
    const dialogo = within(await screen.findByRole('dialog', { name: 'Excluir 2 veículos' }));
    const campo = await dialogo.findByLabelText('Digite 2 para confirmar');
    await page.user.type(campo, '3');
    await page.user.click(dialogo.getByRole('button', { name: 'Excluir' }));
    expect(await dialogo.findByText('Digite o número de veículos: 2.')).toBeTruthy();
    expect(await listStatus()).toHaveLength(3);
    await page.user.clear(campo);
    await page.user.type(campo, '2');
    await page.user.click(dialogo.getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('2 veículos excluídos.')).toBeTruthy();
    expect(await listStatus()).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull();
  });

  test('Trocar proprietário asks for the owner', async () => {
    await open(2);
    await buildProprietario(page.server, ANA);
    await clickCaixa('ABC1D00');
    await pressButton('Trocar proprietário');
    const dialogo = within(await screen.findByRole('dialog', { name: 'Trocar proprietário' }));
    const trocar = await dialogo.findByRole('button', { name: 'Trocar proprietário' });
    await page.user.click(trocar);
    expect(await dialogo.findByText('Escolha o proprietário.')).toBeTruthy();
    await page.user.type(await dialogo.findByLabelText('Novo proprietário'), ANA.nome.slice(0, 4));
    await page.user.click(await screen.findByRole('option', { name: new RegExp(ANA.matricula) }));
    await page.user.click(trocar);
    expect(await screen.findByText('1 veículo com o novo proprietário.')).toBeTruthy();
    const url = `/db/veiculos?proprietario=${ANA.matricula}&limite=10`;
    expect((await page.server.request({ url })).json()).toHaveLength(1);
  });

  test('the labels and the file are of the chosen vehicles', async () => {
    await open(3);
    await clickCaixa('ABC1D00');
    await clickCaixa('ABC1D02');
    const adesivos = await screen.findByRole('link', { name: 'Imprimir adesivos' });
    expect(adesivos.getAttribute('href')).toBe('/veiculos/adesivos?placas=ABC1D00,ABC1D02');
    await page.user.click(await (await findBarra()).findByRole('button', { name: 'Exportar' }));
    await pressButton('CSV');
    expect(await screen.findByText(/^Arquivo exportado: veiculos-/)).toBeTruthy();
    expect(page.wire.calls.filter((call) => call.includes('/api/veiculos/exportar'))).toHaveLength(
      1,
    );
  });
});
