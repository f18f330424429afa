import { expect, it } from 'vitest';
import { formatSemAlerta, isSemAlertaPor, type SemAlerta } from './semAlerta.ts';

it.each<[SemAlerta, string]>([
  ['teste', 'leitura de teste'],
  ['atrasada:10800', 'leitura atrasada 3 h'],
  ['fora_da_lista', 'passagem fora da lista ao vivo'],
  ['futura', 'hora da passagem no futuro'],
  ['antiga:720', 'a passagem já tinha 12 min'],
  ['repetida:35', 'mesmo alerta há 35 s'],
  ['fraca:0.414', 'confiança 0,41 abaixo do mínimo'],
  ['outra_leitura', 'outra leitura desta passagem, com mais confiança, tem outra placa'],
  ['corrigida', 'a placa foi corrigida por uma pessoa'],
])('the stored reason %s has its sentence', (guardado, frase) => {
  expect(formatSemAlerta(guardado)).toBe(`Sem alerta: ${frase}.`);
});

it('a reason is told from another by its word, and not by its number', () => {
  expect(isSemAlertaPor('fraca', 'fraca:0.3')).toBe(true);
  expect(isSemAlertaPor('fraca', 'fora_da_lista')).toBe(false);
  expect(isSemAlertaPor('fraca', null)).toBe(false);
});

it('a reason of another release has no sentence, and the page of the passage opens', () => {
  expect(formatSemAlerta('de-amanha:3' as SemAlerta)).toBe('Sem alerta.');
  expect(formatSemAlerta('toString' as SemAlerta)).toBe('Sem alerta.');
});
