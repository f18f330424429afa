import { expect, test } from 'vitest';
import { type Alteracao, porDia, rotuloAcao, rotuloValor } from './linhaDoTempo.ts';

const item = (quando: string): Alteracao => ({
  tipo: 'alteracao',
  quando,
  acao: 'editar',
  placa: null,
  quem: null,
  campos: [],
});

test('a day is São Paulo’s: what happened after nine at night in UTC is of the evening', () => {
  const dias = porDia([
    item('2026-11-20T02:30:00.000Z'),
    item('2026-11-19T15:00:00.000Z'),
    item('2026-11-20T12:00:00.000Z'),
  ]);
  expect(dias.map(({ dia, itens }) => [dia, itens.length])).toEqual([
    ['20/11/2026', 1],
    ['19/11/2026', 2],
  ]);
});

test.each([
  ['tipo', '2', 'Moto'],
  ['tipo', '9', '9'],
  ['status', 'PROIBIDO', 'PROIBIDO'],
  ['cor', null, 'Não informado'],
  ['cor', '', 'Não informado'],
])('%s %s reads %s', (campo, valor, lido) => {
  expect(rotuloValor(campo, valor)).toBe(lido);
});

test('an action that is new to this page is said as it came', () => {
  expect(rotuloAcao('editar')).toBe('Cadastro alterado');
  expect(rotuloAcao('fundir')).toBe('fundir');
});
