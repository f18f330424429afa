import { expect, test } from 'vitest';
import { type Alteracao, placaDe, porDia, rotuloAcao, rotuloValor } from './linhaDoTempo.ts';

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
  ['proprietario_matricula', null, 'Sem proprietário'],
  ['proprietario_matricula', 'Edson Carvalho - 001215', 'Edson Carvalho - 001215'],
  ['motivo', null, 'Retirado'],
  ['motivo', 'Furou a cancela', 'Furou a cancela'],
  ['placa', 'ABC1234', 'ABC-1234'],
  ['placa', 'ABC1C34', 'ABC1C34'],
])('%s %s reads %s', (campo, valor, lido) => {
  expect(rotuloValor(campo, valor)).toBe(lido);
});

const mudou = (campo: string, depois: string) => [{ campo, antes: null, depois }];

test.each([
  ['editar', [], 'Cadastro alterado'],
  ['converter', mudou('placa', 'ABC1C34'), 'Placa atualizada para o padrão Mercosul'],
  ['converter', mudou('placa', 'ABC1234'), 'Placa de volta ao padrão antigo'],
  // Its details are erased in time.
  ['converter', [], 'Padrão da placa alterado'],
  ['editar', mudou('placa', 'ABC1C34'), 'Cadastro alterado'],
  // New to this page: said as it came.
  ['fundir', [], 'fundir'],
])('%s %j is %s', (acao, campos, dita) => {
  expect(rotuloAcao({ acao, campos })).toBe(dita);
});

test('a change tells the plate of the other record, unless a field does', () => {
  expect(placaDe(item('2026-11-20T12:00:00.000Z'))).toBeNull();
  const outra = { ...item('2026-11-20T12:00:00.000Z'), placa: 'ABC1234' };
  expect(placaDe(outra)).toBe('ABC-1234');
  expect(placaDe({ ...outra, campos: mudou('cor', 'Azul') })).toBe('ABC-1234');
  expect(placaDe({ ...outra, campos: mudou('placa', 'ABC1234') })).toBeNull();
});
