import { expect, it, test } from 'vitest';
import { changeExemplo, EXEMPLOS } from '../../../test/dialetos/exemplos/exemplos.ts';
import { CONTEXTO, readFalha, readLeituras } from '../../../test/dialetos/provas.ts';
import { parkpow } from './parkpow.ts';

const findExemplo = (titulo: string) => EXEMPLOS.parkpow.find(([nome]) => nome === titulo)![1];

it('reads log-vehicle with its picture and a score as text', () => {
  const [lida] = readLeituras(parkpow, findExemplo('log-vehicle'));
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

it('finds the plate where the Verkada bridge puts it, and ignores an empty box', () => {
  const [lida] = readLeituras(parkpow, findExemplo('log-vehicle of the Verkada bridge'));
  expect(lida).toMatchObject({ placa: 'FMW3777', confianca: 0.96, caixa: null });
  expect(lida.instante?.toISOString()).toBe('2026-11-20T11:21:04.000Z');
});

test.each(['Plate', 'License Plate', 'br', '', 'um texto comprido 1234'])(
  'reads no plate from the kind %j',
  (type) => {
    const recebida = changeExemplo('parkpow-verkada', { 'results.0.plate.type': type });
    expect(readLeituras(parkpow, recebida)[0].placa).toBe('');
  },
);

it('accepts the webhook of Stream on the same path', () => {
  expect(readLeituras(parkpow, findExemplo('webhook'))[0]).toMatchObject({
    camera: 'portaria',
    placa: 'abc1d23',
  });
});

it('keeps the reading when the picture is not valid', () => {
  const [lida] = readLeituras(parkpow, changeExemplo('parkpow-log-vehicle', { image: 'aGVsbG8=' }));
  expect(lida).toMatchObject({ placa: 'BRA2E19', imagens: [], caixa: null });
});

it('ignores a message without results, and refuses one without the field', () => {
  expect(parkpow.read(changeExemplo('parkpow-log-vehicle', { results: [] }), CONTEXTO).tipo).toBe(
    'ignorar',
  );
  expect(
    readFalha(parkpow, changeExemplo('parkpow-log-vehicle', { results: null })).campos,
  ).toEqual({
    results: 'Ausente.',
  });
});
