import { describe, expect, it } from 'vitest';
import { isDue } from './agenda.ts';
import { describeExcess } from './limite.ts';

const at = (local: string) => new Date(`2026-11-${local}:00-03:00`);
const ran = (local: string, situacao: 'feito' | 'falhou' = 'feito') => ({
  situacao,
  criado_em: at(local).toISOString(),
});

describe('a run at 02:00', () => {
  it.each([
    ['before its hour', '24T01:59', ran('23T02:10'), false],
    ['at its hour', '24T02:00', ran('23T02:10'), true],
    ['after the run of today', '24T03:00', ran('24T02:10'), false],
    ['after one that a person began before its hour', '24T02:30', ran('24T01:30'), true],
    ['in the afternoon, after a night without a server', '24T15:00', ran('22T02:10'), true],
    ['after one that failed', '24T03:10', ran('24T02:10', 'falhou'), true],
    ['after one of the future', '24T03:10', ran('29T02:10'), true],
    ['for the first time', '24T03:10', undefined, true],
  ])('%s', (_, agora, ultima, devida) => {
    expect(isDue(ultima, at(agora), '02:00')).toBe(devida);
  });
});

describe('a run at 23:30, looked at a quarter past each hour', () => {
  it.each([
    ['before its hour', '24T23:15', ran('23T23:35'), false],
    ['after midnight', '25T00:15', ran('23T23:35'), true],
    ['after midnight, when it ran in time', '25T00:15', ran('24T23:35'), false],
    ['for the first time', '25T00:15', undefined, false],
  ])('%s', (_, agora, ultima, devida) => {
    expect(isDue(ultima, at(agora), '23:30')).toBe(devida);
  });
});

describe('the limit of 10 %', () => {
  const describeTocados = (tocados: number, de: number, limite = 10) =>
    describeExcess({ tocados, de, limite, verbo: 'Mudaria', nomes: 'veículos' });

  it.each([
    [0, 0],
    [100, 1_000],
  ])('%d of %d are within it', (tocados, de) => {
    expect(describeTocados(tocados, de)).toBeUndefined();
  });

  it('one more is not; neither is a first load, whatever the limit', () => {
    expect(describeTocados(1_010, 10_000)).toBe(
      'Mudaria 1.010 de 10.000 veículos (11 %), acima do limite de 10 %.',
    );
    expect(describeTocados(7, 50)).toContain('(14 %)');
    expect(describeTocados(3, 0, 100)).toBe(
      'O cadastro está vazio: a primeira carga, de 3 veículos, é sempre aprovada por uma pessoa.',
    );
  });
});
