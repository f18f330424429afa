import { describe, expect, it, test } from 'vitest';
import { addDias } from './horaLocal.ts';
import { diaOpcional, formatDia, isVencido, listFinsDeSemestre, parseDia } from './validade.ts';
import { EdicaoVeiculo, statusOn } from './veiculo.ts';

const Dia = diaOpcional('Válido até');

describe('a last day', () => {
  it.each([
    ['2026-12-31', '2026-12-31'],
    [' 2028-02-29 ', '2028-02-29'],
    ['', null],
    [null, null],
  ])('%j is stored as %j', (dito, guardado) => {
    expect(Dia.parse(dito)).toBe(guardado);
  });

  it.each([
    ['31/12/2026', 'Válido até: use uma data, como 2026-12-31.'],
    ['amanhã', 'Válido até: use uma data, como 2026-12-31.'],
    ['2026-1-1', 'Válido até: use uma data, como 2026-12-31.'],
    ['2026-02-30', 'Válido até: este dia não existe.'],
    ['2027-02-29', 'Válido até: este dia não existe.'],
    ['2026-13-01', 'Válido até: este dia não existe.'],
    ['1999-12-31', 'Válido até: use um ano de 2000 a 2099.'],
    ['2100-01-01', 'Válido até: use um ano de 2000 a 2099.'],
    [20261231, 'Válido até: informe um texto.'],
  ])('%j is refused: %s', (dito, frase) => {
    const { error } = Dia.safeParse(dito);
    expect(error?.issues.map(({ message }) => message)).toEqual([frase]);
    const edicao = EdicaoVeiculo.safeParse({ valido_ate: dito });
    expect(edicao.error?.issues).toMatchObject([{ path: ['valido_ate'], message: frase }]);
  });
});

test('people write and read it day first', () => {
  expect(formatDia('2026-07-31')).toBe('31/07/2026');
  expect(formatDia('')).toBe('');
  expect(parseDia(' 1/8/2026 ')).toBe('2026-08-01');
  expect(parseDia('1/8/1999')).toBe('1999-08-01');
  expect(parseDia('31/12/26')).toBe('2026-12-31');
  expect(parseDia('2026-08-01')).toBe('2026-08-01');
  expect(parseDia('logo')).toBe('logo');
});

test('days are added over the ends of months and years', () => {
  expect(addDias('2026-12-28', 6)).toBe('2027-01-03');
  expect(addDias('2028-02-28', 1)).toBe('2028-02-29');
});

test.each([
  ['2026-07-30', '2026-07-31', '2026-12-31'],
  ['2026-07-31', '2026-12-31', '2027-07-31'],
  ['2026-11-23', '2026-12-31', '2027-07-31'],
  ['2026-12-31', '2027-07-31', '2027-12-31'],
])('on %s the semester ends on %s, the next one on %s', (hoje, este, proximo) => {
  expect(listFinsDeSemestre(hoje)).toEqual([este, proximo]);
});

test.each([
  ['ATIVO', '2026-07-31', '2026-07-31', 'ATIVO'],
  ['ATIVO', '2026-07-31', '2026-08-01', 'INDEFINIDO'],
  ['Professor', '2026-07-31', '2026-08-01', 'INDEFINIDO'],
  ['PROIBIDO', '2026-07-31', '2026-08-01', 'PROIBIDO'],
  ['ATIVO', null, '2026-08-01', 'ATIVO'],
])('%s until %s is on %s: %s', (status, valido_ate, hoje, esperado) => {
  expect(statusOn({ status, valido_ate }, hoje)).toBe(esperado);
  expect(isVencido(valido_ate, hoje)).toBe(valido_ate !== null && hoje === '2026-08-01');
});
