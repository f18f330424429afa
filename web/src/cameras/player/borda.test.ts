import { expect, test } from 'vitest';
import {
  decidePlayback,
  type EdgeDecision,
  LIMITE_CORRENDO,
  LIMITE_INICIO,
  type PlaybackPosition,
} from './borda.ts';

const buildPosicao = (campos: Partial<PlaybackPosition>): PlaybackPosition => ({
  inicio: 100,
  fim: 110,
  guardado: 100,
  agora: 109.88,
  limite: LIMITE_CORRENDO,
  ...campos,
});

test.each<[string, Partial<PlaybackPosition>, EdgeDecision]>([
  ['at the wanted delay', {}, { taxa: 1 }],
  ['slightly too near', { agora: 109.97 }, { taxa: 0.95 }],
  ['at the very end', { agora: 110 }, { taxa: 0.95 }],
  ['a little behind', { agora: 109.6 }, { taxa: 1.1 }],
  ['well behind', { agora: 108.5 }, { taxa: 1.5 }],
  ['not quite two seconds behind', { agora: 108.001 }, { taxa: 1.5 }],
  ['more than two seconds behind', { agora: 107.9 }, { taxa: 1, saltar: 109.88 }],
  ['beyond what has arrived', { agora: 110.5 }, { taxa: 1, saltar: 109.88 }],
  ['before a gap', { agora: 99, guardado: 95 }, { taxa: 1, saltar: 109.88 }],
  [
    'before the start, in a stream hours old',
    { agora: 0, guardado: 100 },
    { taxa: 1, saltar: 109.88 },
  ],
  ['one key frame alone', { inicio: 110, agora: 0 }, { taxa: 1, saltar: 110 }],
  [
    'starting, half a second behind',
    { agora: 109.5, limite: LIMITE_INICIO },
    { taxa: 1, saltar: 109.88 },
  ],
  ['starting, at the wanted delay', { limite: LIMITE_INICIO }, { taxa: 1 }],
  ['twenty seconds in the buffer', { guardado: 89.88 }, { taxa: 1 }],
  ['more than twenty in the buffer', { guardado: 89, inicio: 89 }, { taxa: 1, cortar: 97.88 }],
])('%s', (_name, campos, decisao) => {
  const feita = decidePlayback(buildPosicao(campos));
  expect(feita.taxa).toBe(decisao.taxa);
  expect(feita.saltar).toEqual(
    decisao.saltar === undefined ? undefined : expect.closeTo(decisao.saltar, 6),
  );
  expect(feita.cortar).toEqual(
    decisao.cortar === undefined ? undefined : expect.closeTo(decisao.cortar, 6),
  );
});

test('a cut never reaches the current picture, and twelve seconds are kept', () => {
  const { cortar = Number.NaN } = decidePlayback(buildPosicao({ guardado: 60, inicio: 60 }));
  expect(109.88 - cortar).toBeCloseTo(12);
});
