import { expect, it, test } from 'vitest';
import { EXEMPLOS, trocado } from './exemplos/exemplos.ts';
import { parkpow } from './parkpow.ts';
import { CONTEXTO, falhaDe, leiturasDe } from './provas.ts';

const exemplo = (titulo: string) => EXEMPLOS.parkpow.find(([nome]) => nome === titulo)![1];

it('reads log-vehicle with its picture and a score that is a text', () => {
  const [lida] = leiturasDe(parkpow, exemplo('log-vehicle'));
  expect(lida).toMatchObject({
    eventoId: null,
    camera: 'ACCC8E000001',
    placa: 'BRA2E19',
    confianca: 0.719034,
    caixa: { x: 0.5, y: 0.5, l: 0.1, a: 0.1 },
    instanteDispositivo: '2026-11-20 11:20:38.252000+0000',
  });
  expect(lida.instante?.toISOString()).toBe('2026-11-20T11:20:38.252Z');
  expect(lida.imagens.map(({ papel }) => papel)).toEqual(['cena']);
});

it('finds the plate where the Verkada bridge leaves it, and no box of no size', () => {
  const [lida] = leiturasDe(parkpow, exemplo('log-vehicle of the Verkada bridge'));
  expect(lida).toMatchObject({ placa: 'FMW3777', confianca: 0.96, caixa: null });
  expect(lida.instante?.toISOString()).toBe('2026-11-20T11:21:04.000Z');
});

test.each(['Plate', 'License Plate', 'br', '', 'um texto comprido 1234'])(
  'takes no plate from the kind %j',
  (type) => {
    const recebida = trocado('parkpow-verkada', { 'results.0.plate.type': type });
    expect(leiturasDe(parkpow, recebida)[0].placa).toBe('');
  },
);

it('takes the webhook of Stream on the same path', () => {
  expect(leiturasDe(parkpow, exemplo('webhook'))[0]).toMatchObject({
    camera: 'portaria',
    placa: 'abc1d23',
  });
});

it('keeps the reading when the picture is not one', () => {
  const [lida] = leiturasDe(parkpow, trocado('parkpow-log-vehicle', { image: 'aGVsbG8=' }));
  expect(lida).toMatchObject({ placa: 'BRA2E19', imagens: [], caixa: null });
});

it('ignores what has no results, and refuses what does not say', () => {
  expect(parkpow.ler(trocado('parkpow-log-vehicle', { results: [] }), CONTEXTO).tipo).toBe(
    'ignorar',
  );
  expect(falhaDe(parkpow, trocado('parkpow-log-vehicle', { results: null })).campos).toEqual({
    results: 'Ausente.',
  });
});
