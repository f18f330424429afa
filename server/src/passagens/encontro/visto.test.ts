import { expect, it } from 'vitest';
import { seenBy } from './visto.ts';

it.each([
  [{ cor: 'silver', marca: 'Hyundai', modelo: 'HB20' }, 'Prata', 'Hyundai HB20', 'Prata', false],
  [{ cor: 'silver-gray' }, 'Vermelha', null, 'Prata', true],
  [{ cor: 'Prateado' }, 'Cinza', null, 'Prata', false],
  [{ cor: 'vermelho', tipo: 'Sedan' }, 'Azul', 'Sedan', 'Vermelha', true],
  [{ cor: 'WHITE' }, 'Branca', null, 'Branca', false],
  [{ cor: 'white' }, 'Preta', null, 'Branca', true],
  [{ cor: 'turquesa' }, 'Azul', null, 'turquesa', false],
  [{ cor: 'black' }, null, null, 'Preta', false],
  [{ cor: 'constructor' }, 'Azul', null, 'constructor', false],
])('%o beside %s', (dito, cadastrada, descricao, cor, cor_diverge) => {
  expect(seenBy(JSON.stringify(dito), cadastrada)).toEqual({ descricao, cor, cor_diverge });
});

it('without a description by the camera there is none', () => {
  expect([seenBy(null, 'Azul'), seenBy('{}', 'Azul')]).toEqual([null, null]);
});
