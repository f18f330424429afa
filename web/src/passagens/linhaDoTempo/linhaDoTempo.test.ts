import { expect, test } from 'vitest';
import {
  type AlteracaoDoVeiculo,
  formatAcao,
  formatPlacaOfAlteracao,
  formatValor,
  groupByDia,
} from './linhaDoTempo.ts';

const item = (quando: string): AlteracaoDoVeiculo => ({
  tipo: 'alteracao',
  quando,
  acao: 'editar',
  placa: null,
  quem: null,
  campos: [],
});

test('a day is a day of São Paulo: 01:00 UTC belongs to the evening before', () => {
  const dias = groupByDia([
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
  ['proprietario_matricula', null, 'Sem proprietário'],
  ['proprietario_matricula', 'Edson Carvalho - 001215', 'Edson Carvalho - 001215'],
  ['motivo', null, 'Retirado'],
  ['motivo', 'Furou a cancela', 'Furou a cancela'],
  ['placa', 'ABC1234', 'ABC-1234'],
  ['placa', 'ABC1C34', 'ABC1C34'],
])('%s %s reads %s', (campo, valor, lido) => {
  expect(formatValor(campo, valor)).toBe(lido);
});

const buildMudanca = (campo: string, depois: string) => [{ campo, antes: null, depois }];

test.each([
  ['editar', [], 'Cadastro alterado'],
  ['converter', buildMudanca('placa', 'ABC1C34'), 'Placa atualizada para o padrão Mercosul'],
  ['converter', buildMudanca('placa', 'ABC1234'), 'Placa de volta ao padrão antigo'],
  // Its details are deleted after a time.
  ['converter', [], 'Padrão da placa alterado'],
  ['editar', buildMudanca('placa', 'ABC1C34'), 'Cadastro alterado'],
  // An unknown act is shown as it came.
  ['fundir', [], 'fundir'],
])('%s %j is %s', (acao, campos, dita) => {
  expect(formatAcao({ acao, campos })).toBe(dita);
});

test('a change names the plate of the other record, unless a field does', () => {
  expect(formatPlacaOfAlteracao(item('2026-11-20T12:00:00.000Z'))).toBeNull();
  const outra = { ...item('2026-11-20T12:00:00.000Z'), placa: 'ABC1234' };
  expect(formatPlacaOfAlteracao(outra)).toBe('ABC-1234');
  expect(formatPlacaOfAlteracao({ ...outra, campos: buildMudanca('cor', 'Azul') })).toBe(
    'ABC-1234',
  );
  expect(formatPlacaOfAlteracao({ ...outra, campos: buildMudanca('placa', 'ABC1234') })).toBeNull();
});
