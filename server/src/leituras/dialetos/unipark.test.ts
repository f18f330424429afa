import { expect, it, test } from 'vitest';
import { changeExemplo, EXEMPLOS } from '../../../test/dialetos/exemplos/exemplos.ts';
import { readFalha, readLeituras } from '../../../test/dialetos/provas.ts';
import { unipark } from './unipark.ts';

it('reads its own body', () => {
  const [lida] = readLeituras(unipark, EXEMPLOS.unipark[0]![1]);
  expect(lida).toMatchObject({
    placa: 'ABC-1D23',
    camera: 'portaria-principal',
    sentido: 'entrada',
    confianca: 0.93,
    instanteDispositivo: '2026-11-20T08:15:30.250-03:00',
    eventoId: null,
  });
  expect(lida.instante?.toISOString()).toBe('2026-11-20T11:15:30.250Z');
  expect(lida.imagens.map(({ papel }) => papel)).toEqual(['cena']);
});

it('needs only a plate', () => {
  const vazios = { camera: null, sentido: null, instante: null, confianca: null, imagem: null };
  const [lida] = readLeituras(unipark, changeExemplo('unipark', { ...vazios, placa: 'abc 1234' }));
  expect(lida).toMatchObject({ placa: 'abc 1234', camera: null, instante: null, imagens: [] });
});

test.each([
  ['placa', undefined],
  ['placa', '---'],
  ['placa', 'ABC1D23XYZ0'],
  ['sentido', 'forward'],
  ['confianca', '0.9'],
  ['confianca', 93],
  ['instante', '2026-11-20 08:15:30'],
  ['instante', '1970-01-01T00:00:00Z'],
  ['imagem', 'R0lGODlhAQABAAAAACw='],
])('refuses %s: %s, and names the field', (nome, valor) => {
  const falha = readFalha(unipark, changeExemplo('unipark', { [nome]: valor }));
  expect(Object.keys(falha.campos)).toEqual([nome]);
  expect(falha.message).toBe(falha.campos[nome]);
});

it('refuses an unknown field, by its name', () => {
  const falha = readFalha(unipark, changeExemplo('unipark', { plate: 'ABC1D23' }));
  expect(falha.campos).toEqual({ plate: 'Campo desconhecido.' });
  expect(falha.message).toBe('Campo desconhecido.');
  const muitos = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`campo${i}`, i]));
  expect(Object.keys(readFalha(unipark, changeExemplo('unipark', muitos)).campos)).toHaveLength(20);
});

it('names several wrong fields', () => {
  const falha = readFalha(unipark, changeExemplo('unipark', { placa: '', sentido: 'x' }));
  expect(falha.message).toBe('Confira os campos indicados.');
  expect(Object.keys(falha.campos).sort()).toEqual(['placa', 'sentido']);
});
