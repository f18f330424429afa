import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { openPage, type Page, type PageOptions } from '../../test/page.tsx';
import { breakDown, buildVeiculo, hold } from '../../test/register.ts';
import type { Wire } from '../../test/wire.ts';

let page: Page;
afterEach(() => page.close());

const lista = (...rotulos: string[]) =>
  Response.json({ data: rotulos.map((Label, i) => ({ Label, Value: `${Label.length}${i}` })) });

/** Fiat has code 40, its models 70 (UNO 1.0) and so on: the length of the label, then its place. */
function catalogo(wire: Wire): void {
  wire.answer('POST /fipe/1', () => lista('Fiat', 'Citroën'));
  wire.answer('POST /fipe/1/40', () => lista('UNO 1.0', 'UNO MILLE 1.0 8V', 'PALIO'));
  wire.answer('POST /fipe/1/40/70', () => lista('2008 Gasolina', '2009 Flex'));
  wire.answer('POST /fipe/1/71', () => lista('C3 1.4'));
}

async function cadastrar(prepare: PageOptions['prepare'] = (_server, wire) => catalogo(wire)) {
  page = await openPage('/veiculos/cadastrar', { prepare });
  await page.user.click(await screen.findByRole('radio', { name: /Carro/ }));
}
const campo = (rotulo: string) => screen.getByLabelText(rotulo);
const caixa = (rotulo: string) => campo(rotulo).closest<HTMLElement>('.min-h-11\\!');
/** What the field shows as chosen. */
const mostra = (rotulo: string) => caixa(rotulo)?.textContent ?? '';
const pedidos = () => page.wire.calls.filter((call) => call.startsWith('POST /fipe'));
/** Of the open list: the status has native options of its own. */
const opcoes = () =>
  [...document.querySelectorAll('[role=listbox] [role=option]')].map((opcao) => opcao.textContent);

describe('what is typed', () => {
  test('an option apart from case and accents: its spelling is kept, its list is asked for', async () => {
    await cadastrar();
    await page.user.type(campo('Marca'), 'citroen');
    await waitFor(() => expect(opcoes()).toEqual(['Citroën']));
    await page.user.tab();
    expect(mostra('Marca')).toBe('Citroën');
    expect(campo('Modelo')).toBe(document.activeElement);
    await waitFor(() => expect(pedidos()).toContain('POST /fipe/1/71'));
  });

  test('words in any order, the best first, what is typed last; a code is not searched', async () => {
    await cadastrar();
    await page.user.type(campo('Marca'), 'fiat{Enter}');
    await page.user.type(campo('Modelo'), '1.0 uno');
    await waitFor(() =>
      expect(opcoes()).toEqual(['UNO 1.0', 'UNO MILLE 1.0 8V', 'Usar "1.0 uno"']),
    );
    await page.user.clear(campo('Modelo'));
    await page.user.type(campo('Modelo'), '70');
    await waitFor(() => expect(opcoes()).toEqual(['Usar "70"']));
  });

  test('while the list is on its way it is taken, and gets its spelling later; nothing jumps', async () => {
    let espera = { release: () => {} };
    await cadastrar((_server, wire) => {
      catalogo(wire);
      espera = hold(wire, 'POST /fipe/1', () => lista('Fiat', 'Citroën'));
    });
    await page.user.type(campo('Marca'), 'fiat');
    await waitFor(() => expect(opcoes()).toEqual(['Usar "fiat"']));
    await page.user.tab();
    expect(mostra('Marca')).toBe('fiat');
    await page.user.type(campo('Modelo'), 'uno velho{Enter}');
    espera.release();
    await waitFor(() => expect(mostra('Marca')).toBe('Fiat'));
    expect(mostra('Modelo')).toBe('uno velho');
    expect(campo('Modelo')).toBe(document.activeElement);
    expect(pedidos()).toContain('POST /fipe/1/40');
  });

  test('a list that comes while it is being typed offers its option instead', async () => {
    let espera = { release: () => {} };
    await cadastrar((_server, wire) => {
      catalogo(wire);
      espera = hold(wire, 'POST /fipe/1', () => lista('Fiat', 'Citroën'));
    });
    await page.user.type(campo('Marca'), 'fi');
    espera.release();
    await waitFor(() => expect(opcoes()).toEqual(['Fiat', 'Usar "fi"']));
    expect(campo('Marca')).toHaveProperty('value', 'fi');
    await page.user.keyboard('{Enter}');
    expect(mostra('Marca')).toBe('Fiat');
  });
});

describe('no list', () => {
  test.each([
    ['a fault', (wire: Wire) => breakDown(wire, 'POST /fipe/1')],
    [
      'nobody there',
      (wire: Wire) => wire.answer('POST /fipe/1', () => Promise.reject(new Error())),
    ],
    ['a page instead', (wire: Wire) => wire.answer('POST /fipe/1', () => new Response('<html>'))],
    ['an empty one', (wire: Wire) => wire.answer('POST /fipe/1', () => lista())],
  ])('%s: silent, typed text is taken all the way down', async (_nome, cair) => {
    await cadastrar((_server, wire) => cair(wire));
    for (const [rotulo, texto] of [
      ['Marca', 'Gurgel'],
      ['Modelo', 'BR-800'],
      ['Ano', '1989'],
    ] as const) {
      await page.user.type(campo(rotulo), texto);
      await screen.findByRole('option', { name: `Usar "${texto}"` });
      await page.user.tab();
      expect(mostra(rotulo)).toBe(texto);
    }
    expect(document.querySelectorAll('.Toastify__toast, [role=alert]')).toHaveLength(0);
    expect(pedidos()).toEqual(['POST /fipe/1']);
  });
});

test('a list is asked for when its parent is chosen, and once', async () => {
  await cadastrar();
  await page.user.type(campo('Marca'), 'fiat{Enter}');
  await waitFor(() => expect(pedidos()).toEqual(['POST /fipe/1', 'POST /fipe/1/40']));
  for (let vez = 0; vez < 2; vez += 1) {
    await page.user.click(campo('Modelo'));
    expect(await screen.findByRole('option', { name: 'PALIO' })).toBeTruthy();
    await page.user.keyboard('{Escape}');
  }
  expect(pedidos()).toHaveLength(2);
});

test('model clears year; brand clears model and year; type clears all three', async () => {
  await cadastrar();
  const encher = async () => {
    for (const [rotulo, texto] of [
      ['Marca', 'fiat'],
      ['Modelo', 'uno 1.0'],
      ['Ano', '2009'],
    ] as const) {
      await page.user.type(campo(rotulo), texto);
      await waitFor(() => expect(opcoes().length).toBeGreaterThan(0));
      await page.user.keyboard('{Enter}');
    }
  };
  const valores = () => ['Marca', 'Modelo', 'Ano'].map(mostra);
  await encher();
  expect(valores()).toEqual(['Fiat', 'UNO 1.0', '2009 Flex']);
  await page.user.type(campo('Modelo'), 'palio{Enter}');
  expect(valores()).toEqual(['Fiat', 'PALIO', 'Escolha ou digite']);
  expect(screen.getByText('Ano foi limpo.')).toBeTruthy();
  await encher();
  await page.user.type(campo('Marca'), 'citro{Enter}');
  expect(valores()).toEqual(['Citroën', 'Escolha ou digite', 'Escolha o modelo primeiro']);
  await encher();
  await page.user.click(screen.getByRole('radio', { name: /Moto/ }));
  expect(valores()).toEqual([
    'Escolha ou digite',
    'Escolha a marca primeiro',
    'Escolha o modelo primeiro',
  ]);
});

describe('in the edit dialog', () => {
  const editar = async (campos: object) => {
    page = await openPage('/veiculos/consultar?editar=qxj0d52', {
      prepare: async (server, wire) => {
        await buildVeiculo(server, campos);
        catalogo(wire);
      },
    });
    return screen.findByRole('dialog', { name: 'Editar Veículo' });
  };
  const linhas = async (dialogo: HTMLElement) => {
    await page.user.click(within(dialogo).getByRole('button', { name: 'Avançar' }));
    return [...dialogo.querySelectorAll('dl > div')].slice(2, 5).map((linha) => linha.textContent);
  };

  test('a label in another spelling leads to its lists, and is not changed by that', async () => {
    const dialogo = await editar({ marca: 'FIAT', modelo: 'uno  1.0', ano: '2009 flex' });
    await waitFor(() => expect(pedidos()).toContain('POST /fipe/1/40/70'));
    expect(await linhas(dialogo)).toEqual(['MarcaFIAT', 'Modelouno  1.0', 'Ano2009 flex']);
    expect(within(dialogo).getByText('Nenhuma alteração')).toBeTruthy();
  });

  test('its own spelling may be chosen; what depends on it stays', async () => {
    const dialogo = await editar({ marca: 'FIAT', modelo: 'UNO 1.0', ano: null });
    await page.user.type(campo('Marca'), 'fiat');
    await page.user.click(await screen.findByRole('option', { name: 'Fiat' }));
    expect(await linhas(dialogo)).toEqual([
      'MarcadeFIATparaFiat',
      'ModeloUNO 1.0',
      'AnoNão informado',
    ]);
  });

  test('brand clears model and year', async () => {
    const dialogo = await editar({ marca: 'Fiat', modelo: 'UNO 1.0', ano: '2009 Flex' });
    await page.user.type(campo('Marca'), 'citro');
    await page.user.click(await screen.findByRole('option', { name: 'Citroën' }));
    expect(await linhas(dialogo)).toEqual([
      'MarcadeFiatparaCitroën',
      'ModelodeUNO 1.0paraNão informado',
      'Anode2009 FlexparaNão informado',
    ]);
  });

  test('model clears year', async () => {
    const dialogo = await editar({ marca: 'Fiat', modelo: 'UNO 1.0', ano: '2009 Flex' });
    await page.user.type(campo('Modelo'), 'palio');
    await page.user.click(await screen.findByRole('option', { name: 'PALIO' }));
    expect(await linhas(dialogo)).toEqual([
      'MarcaFiat',
      'ModelodeUNO 1.0paraPALIO',
      'Anode2009 FlexparaNão informado',
    ]);
  });
});
