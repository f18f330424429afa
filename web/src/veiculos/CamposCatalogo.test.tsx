import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { openPage, type TestPage, type TestPageOptions } from '../../test/page.tsx';
import { breakDown, buildVeiculo, hold } from '../../test/register.ts';
import type { Wire } from '../../test/wire.ts';

let page: TestPage;
afterEach(() => page.close());

const buildLista = (...rotulos: string[]) =>
  Response.json({ data: rotulos.map((Label, i) => ({ Label, Value: `${Label.length}${i}` })) });

/** Codes of the fake catalogue: the length of the label, then its place (Fiat: 40). */
function answerCatalogo(wire: Wire): void {
  wire.answer('POST /fipe/1', () => buildLista('Fiat', 'Citroën'));
  wire.answer('POST /fipe/1/40', () => buildLista('UNO 1.0', 'UNO MILLE 1.0 8V', 'PALIO'));
  wire.answer('POST /fipe/1/40/70', () => buildLista('2008 Gasolina', '2009 Flex'));
  wire.answer('POST /fipe/1/71', () => buildLista('C3 1.4'));
}

async function openForm(
  prepare: TestPageOptions['prepare'] = (_server, wire) => answerCatalogo(wire),
) {
  page = await openPage('/veiculos/cadastrar', { prepare });
  await page.user.click(await screen.findByRole('radio', { name: /Carro/ }));
}
const getCampo = (rotulo: string) => screen.getByLabelText(rotulo);
const getSelect = (rotulo: string) => getCampo(rotulo).closest<HTMLElement>('[data-select]');
const readCampo = (rotulo: string) => getSelect(rotulo)?.textContent ?? '';
const listPedidos = () => page.wire.calls.filter((call) => call.startsWith('POST /fipe'));
/** The options of the open list: the status has native options of its own. */
const listOpcoes = () =>
  [...document.querySelectorAll('[role=listbox] [role=option]')].map((opcao) => opcao.textContent);

describe('what is typed', () => {
  test('an option apart from case and accents: its spelling is stored, and its list is requested', async () => {
    await openForm();
    await page.user.type(getCampo('Marca'), 'citroen');
    await waitFor(() => expect(listOpcoes()).toEqual(['Citroën']));
    await page.user.tab();
    expect(readCampo('Marca')).toBe('Citroën');
    expect(getCampo('Modelo')).toBe(document.activeElement);
    await waitFor(() => expect(listPedidos()).toContain('POST /fipe/1/71'));
  });

  test('words in any order, the best match first, the typed text last; a code is not searched', async () => {
    await openForm();
    await page.user.type(getCampo('Marca'), 'fiat{Enter}');
    await page.user.type(getCampo('Modelo'), '1.0 uno');
    await waitFor(() =>
      expect(listOpcoes()).toEqual(['UNO 1.0', 'UNO MILLE 1.0 8V', 'Usar "1.0 uno"']),
    );
    await page.user.clear(getCampo('Modelo'));
    await page.user.type(getCampo('Modelo'), '70');
    await waitFor(() => expect(listOpcoes()).toEqual(['Usar "70"']));
  });

  test('while the list loads the text is accepted, and gets its spelling later; nothing moves', async () => {
    let espera = { release: () => {} };
    await openForm((_server, wire) => {
      answerCatalogo(wire);
      espera = hold(wire, 'POST /fipe/1', () => buildLista('Fiat', 'Citroën'));
    });
    await page.user.type(getCampo('Marca'), 'fiat');
    await waitFor(() => expect(listOpcoes()).toEqual(['Usar "fiat"']));
    await page.user.tab();
    expect(readCampo('Marca')).toBe('fiat');
    await page.user.type(getCampo('Modelo'), 'uno velho{Enter}');
    espera.release();
    await waitFor(() => expect(readCampo('Marca')).toBe('Fiat'));
    expect(readCampo('Modelo')).toBe('uno velho');
    expect(getCampo('Modelo')).toBe(document.activeElement);
    expect(listPedidos()).toContain('POST /fipe/1/40');
  });

  test('a list that arrives during typing offers its option', async () => {
    let espera = { release: () => {} };
    await openForm((_server, wire) => {
      answerCatalogo(wire);
      espera = hold(wire, 'POST /fipe/1', () => buildLista('Fiat', 'Citroën'));
    });
    await page.user.type(getCampo('Marca'), 'fi');
    espera.release();
    await waitFor(() => expect(listOpcoes()).toEqual(['Fiat', 'Usar "fi"']));
    expect(getCampo('Marca')).toHaveProperty('value', 'fi');
    await page.user.keyboard('{Enter}');
    expect(readCampo('Marca')).toBe('Fiat');
  });
});

describe('no list', () => {
  test.each([
    ['a fault', (wire: Wire) => breakDown(wire, 'POST /fipe/1')],
    ['no answer', (wire: Wire) => wire.answer('POST /fipe/1', () => Promise.reject(new Error()))],
    [
      'a page in place of the list',
      (wire: Wire) => wire.answer('POST /fipe/1', () => new Response('<html>')),
    ],
    ['an empty one', (wire: Wire) => wire.answer('POST /fipe/1', () => buildLista())],
  ])('%s: no message, and typed text is accepted at each level', async (_nome, fail) => {
    await openForm((_server, wire) => fail(wire));
    for (const [rotulo, texto] of [
      ['Marca', 'Gurgel'],
      ['Modelo', 'BR-800'],
      ['Ano', '1989'],
    ] as const) {
      await page.user.type(getCampo(rotulo), texto);
      await screen.findByRole('option', { name: `Usar "${texto}"` });
      await page.user.tab();
      expect(readCampo(rotulo)).toBe(texto);
    }
    expect(document.querySelectorAll('.Toastify__toast, [role=alert]')).toHaveLength(0);
    expect(listPedidos()).toEqual(['POST /fipe/1']);
  });
});

test('a list is requested when its parent is chosen, and once', async () => {
  await openForm();
  await page.user.type(getCampo('Marca'), 'fiat{Enter}');
  await waitFor(() => expect(listPedidos()).toEqual(['POST /fipe/1', 'POST /fipe/1/40']));
  for (let vez = 0; vez < 2; vez += 1) {
    await page.user.click(getCampo('Modelo'));
    expect(await screen.findByRole('option', { name: 'PALIO' })).toBeTruthy();
    await page.user.keyboard('{Escape}');
  }
  expect(listPedidos()).toHaveLength(2);
});

test('model clears year; make clears model and year; type clears all three', async () => {
  await openForm();
  const fillCampos = async () => {
    for (const [rotulo, texto] of [
      ['Marca', 'fiat'],
      ['Modelo', 'uno 1.0'],
      ['Ano', '2009'],
    ] as const) {
      await page.user.type(getCampo(rotulo), texto);
      await waitFor(() => expect(listOpcoes().length).toBeGreaterThan(0));
      await page.user.keyboard('{Enter}');
    }
  };
  const listValores = () => ['Marca', 'Modelo', 'Ano'].map(readCampo);
  await fillCampos();
  expect(listValores()).toEqual(['Fiat', 'UNO 1.0', '2009 Flex']);
  await page.user.type(getCampo('Modelo'), 'palio{Enter}');
  expect(listValores()).toEqual(['Fiat', 'PALIO', 'Escolha ou digite']);
  expect(screen.getByText('Ano foi limpo.')).toBeTruthy();
  await fillCampos();
  await page.user.type(getCampo('Marca'), 'citro{Enter}');
  expect(listValores()).toEqual(['Citroën', 'Escolha ou digite', 'Escolha o modelo primeiro']);
  await fillCampos();
  await page.user.click(screen.getByRole('radio', { name: /Moto/ }));
  expect(listValores()).toEqual([
    'Escolha ou digite',
    'Escolha a marca primeiro',
    'Escolha o modelo primeiro',
  ]);
});

describe('in the edit dialog', () => {
  const openEdit = async (campos: object) => {
    page = await openPage('/veiculos/consultar?editar=qxj0d52', {
      prepare: async (server, wire) => {
        await buildVeiculo(server, campos);
        answerCatalogo(wire);
      },
    });
    return screen.findByRole('dialog', { name: 'Editar Veículo' });
  };
  const listLinhas = async (dialogo: HTMLElement) => {
    await page.user.click(within(dialogo).getByRole('button', { name: 'Avançar' }));
    await waitFor(() => expect(dialogo.querySelectorAll('dl > div').length).toBeGreaterThan(4));
    return [...dialogo.querySelectorAll('dl > div')].slice(2, 5).map((linha) => linha.textContent);
  };

  test('a label in another spelling finds its lists, and is not changed', async () => {
    const dialogo = await openEdit({ marca: 'FIAT', modelo: 'uno  1.0', ano: '2009 flex' });
    await waitFor(() => expect(listPedidos()).toContain('POST /fipe/1/40/70'));
    expect(await listLinhas(dialogo)).toEqual(['MarcaFIAT', 'Modelouno  1.0', 'Ano2009 flex']);
    expect(within(dialogo).getByText('Nenhuma alteração')).toBeTruthy();
  });

  test('the list’s spelling can be chosen; the dependent fields stay', async () => {
    const dialogo = await openEdit({ marca: 'FIAT', modelo: 'UNO 1.0', ano: null });
    await page.user.type(getCampo('Marca'), 'fiat');
    await page.user.click(await screen.findByRole('option', { name: 'Fiat' }));
    expect(await listLinhas(dialogo)).toEqual([
      'MarcadeFIATparaFiat',
      'ModeloUNO 1.0',
      'AnoNão informado',
    ]);
  });

  test('make clears model and year', async () => {
    const dialogo = await openEdit({ marca: 'Fiat', modelo: 'UNO 1.0', ano: '2009 Flex' });
    await page.user.type(getCampo('Marca'), 'citro');
    await page.user.click(await screen.findByRole('option', { name: 'Citroën' }));
    expect(await listLinhas(dialogo)).toEqual([
      'MarcadeFiatparaCitroën',
      'ModelodeUNO 1.0paraNão informado',
      'Anode2009 FlexparaNão informado',
    ]);
  });

  test('model clears year', async () => {
    const dialogo = await openEdit({ marca: 'Fiat', modelo: 'UNO 1.0', ano: '2009 Flex' });
    await page.user.type(getCampo('Modelo'), 'palio');
    await page.user.click(await screen.findByRole('option', { name: 'PALIO' }));
    expect(await listLinhas(dialogo)).toEqual([
      'MarcaFiat',
      'ModelodeUNO 1.0paraPALIO',
      'Anode2009 FlexparaNão informado',
    ]);
  });
});
