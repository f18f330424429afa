import { expect, it, test } from 'vitest';
import {
  buildFoto,
  buildMensagem,
  buildParte,
  changeExemplo,
  EXEMPLOS,
  json,
} from '../../../test/dialetos/exemplos/exemplos.ts';
import { CONTEXTO, readFalha, readLeituras } from '../../../test/dialetos/provas.ts';
import { platerecognizer } from './platerecognizer.ts';

const findExemplo = (titulo: string) =>
  EXEMPLOS.platerecognizer.find(([nome]) => nome === titulo)![1];
const formulario = { tipo: 'application/x-www-form-urlencoded' };
const ARQUIVO = 'portaria_screenshots/26-11-20/11-15-30.250000.jpg';

it('reads the form of Stream', () => {
  const [lida, ...outras] = readLeituras(platerecognizer, findExemplo('Stream, form'));
  expect(outras).toEqual([]);
  expect(lida).toMatchObject({
    eventoId: `portaria|${ARQUIVO}|2026-11-20T11:15:30.250000Z|0`,
    camera: 'portaria',
    placa: 'abc1d23',
    confianca: 0.903,
    candidatas: [
      { placa: 'abc1o23', confianca: 0.871 },
      { placa: 'a8c1d23', confianca: null },
    ],
    sentido: 'Front',
    veiculo: { tipo: 'Sedan', marca: 'Fiat', modelo: 'Cronos', cor: 'silver' },
    caixa: { x: 0.4, y: 0.55, l: 0.1, a: 0.075 },
    retransmissao: false,
  });
  expect(lida.instante?.toISOString()).toBe('2026-11-20T11:15:30.250Z');
  expect(lida.imagens.map(({ papel }) => papel)).toEqual(['cena']);
});

it('reads the same from a form in the body and from JSON, without the picture', () => {
  const [doFormulario] = readLeituras(platerecognizer, findExemplo('Stream, urlencoded'));
  const [doJson] = readLeituras(platerecognizer, findExemplo('Stream, JSON'));
  expect(doFormulario).toEqual(doJson);
  expect(doJson).toMatchObject({ placa: 'abc1d23', imagens: [], caixa: null });
});

it('cuts the field json out of a form with many fields', () => {
  const texto = JSON.stringify(JSON.parse(findExemplo('Stream, JSON').partes[0]!.bytes.toString()));
  const corpo = `a=1&json=${encodeURIComponent(texto)}&${'b&'.repeat(100_000)}`;
  const [lida] = readLeituras(
    platerecognizer,
    buildMensagem([buildParte(Buffer.from(corpo), formulario)]),
  );
  expect(lida.placa).toBe('abc1d23');
});

it('detects that the picture shows only the vehicle', () => {
  const { partes } = findExemplo('Stream, form');
  const recorte = buildMensagem([partes[0]!, buildFoto('veiculo.jpg')]);
  const [lida] = readLeituras(platerecognizer, recorte);
  expect(lida.caixa).toBeNull();
  expect(lida.imagens.map(({ papel }) => papel)).toEqual(['veiculo']);
});

it('distinguishes results by the type of the plate', () => {
  const [lida, semPlaca] = readLeituras(platerecognizer, findExemplo('Stream, plates as objects'));
  expect(lida).toMatchObject({
    eventoId: 'patio|patio/1.jpg|2026-11-20T11:16:01.000000Z|0',
    placa: 'abc1d23',
    confianca: 0.9,
    candidatas: [{ placa: 'abc1o23', confianca: 0.62 }],
    sentido: 'Rear',
    veiculo: { tipo: 'SUV', marca: 'Jeep', modelo: 'Renegade', cor: 'black' },
    caixa: { x: 0.4, y: 0.55, l: 0.1, a: 0.075 },
  });
  expect(semPlaca).toMatchObject({
    eventoId: 'patio|patio/1.jpg|2026-11-20T11:16:01.000000Z|1',
    placa: '',
    confianca: null,
    sentido: '92.5',
    veiculo: { tipo: 'Motorcycle', cor: 'red' },
    caixa: null,
  });
});

it('reads Snapshot, bare and in its hook, whose id is not the event', () => {
  const [nua] = readLeituras(platerecognizer, findExemplo('Snapshot, bare'));
  expect(nua).toMatchObject({
    eventoId: '|1115_k2.jpg|2026-11-20T11:17:45.120Z|0',
    camera: null,
    placa: 'qrs4567',
    candidatas: [],
    veiculo: { tipo: 'Pickup Truck' },
  });
  const [doGancho] = readLeituras(platerecognizer, findExemplo('Snapshot, hook'));
  expect(doGancho.eventoId).toBe('saida|saida2.jpg|2026-11-20 11:18:00.030345|0');
  expect(doGancho.instante?.toISOString()).toBe('2026-11-20T11:18:00.030Z');
});

test.each(['dwell', 'clip', 'heartbeat'])('ignores the event %s', (event) => {
  const recebida = changeExemplo('platerecognizer-stream', { 'hook.event': event });
  expect(platerecognizer.read(recebida, CONTEXTO).tipo).toBe('ignorar');
});

it('accepts its events in any case, and a hook without an event name', () => {
  for (const event of ['RECOGNITION', 'Image.Done', undefined]) {
    const recebida = changeExemplo('platerecognizer-stream', { 'hook.event': event });
    expect(readLeituras(platerecognizer, recebida)).toHaveLength(1);
  }
});

test.each([
  [
    [
      { orientation: 'Rear', score: 0.2 },
      { orientation: 'Front', score: 0.7 },
    ],
    178,
    'Front',
  ],
  [[{ orientation: 'Unknown', score: 0.7 }], 178, '178'],
  [[], 0, '0'],
  [[], '', null],
  [undefined, null, null],
])('orientation %j and direction %j: %j', (orientation, direction, sentido) => {
  const recebida = changeExemplo('platerecognizer-stream', {
    'data.results.0.orientation': orientation,
    'data.results.0.direction': direction,
  });
  expect(readLeituras(platerecognizer, recebida)[0].sentido).toBe(sentido);
});

it('keeps the end of a long id, which differs between results', () => {
  const recebida = changeExemplo('platerecognizer-objeto', {
    'data.camera_id': 'c'.repeat(500),
    'data.filename': `${'pasta/'.repeat(200)}1.jpg`,
  });
  const ids = readLeituras(platerecognizer, recebida).map(({ eventoId }) => eventoId!);
  expect(ids[0]).toMatch(/\/1\.jpg\|2026-11-20T11:16:01\.000000Z\|0$/);
  expect(ids[1]).toBe(`${ids[0]!.slice(0, -1)}1`);
  expect(ids[0]!.length).toBeLessThanOrEqual(200);
});

it('keeps a too long plate as it was sent, and drops it from the candidates', () => {
  const longa = 'abc1d23xyz99';
  const recebida = changeExemplo('platerecognizer-stream', {
    'data.results.0.plate': longa,
    'data.results.0.candidates': [{ plate: `${longa}0` }, { plate: 'abc1d23' }],
  });
  const [lida] = readLeituras(platerecognizer, recebida);
  expect(lida).toMatchObject({ placa: longa, candidatas: [{ placa: 'abc1d23' }] });
});

it('uses the local time when the other one is absurd, and none when both are', () => {
  const trocas = { 'data.timestamp': '1970-01-01T00:00:00Z' };
  const [comLocal] = readLeituras(platerecognizer, changeExemplo('platerecognizer-stream', trocas));
  expect(comLocal.instante?.toISOString()).toBe('2026-11-20T11:15:30.250Z');
  const ambas = { ...trocas, 'data.timestamp_local': '2099-01-01 00:00:00+00:00' };
  const [semHora] = readLeituras(platerecognizer, changeExemplo('platerecognizer-stream', ambas));
  expect(semHora).toMatchObject({ instante: null, instanteDispositivo: '1970-01-01T00:00:00Z' });
});

it('keeps ten candidates', () => {
  const candidates = Array.from({ length: 30 }, (_, i) => ({
    plate: `ABC1D${i + 10}`,
    score: 0.5,
  }));
  const recebida = changeExemplo('platerecognizer-stream', {
    'data.results.0.candidates': candidates,
  });
  expect(readLeituras(platerecognizer, recebida)[0].candidatas).toHaveLength(10);
});

it('has no id without file and time', () => {
  const recebida = changeExemplo('platerecognizer-snapshot', { filename: null, timestamp: null });
  expect(readLeituras(platerecognizer, recebida)[0].eventoId).toBeNull();
});

test.each([
  ['no results', changeExemplo('platerecognizer-snapshot', { results: undefined }), ['results']],
  ['results of another kind', json({ results: 'abc1d23' }), ['results']],
  ['no JSON', buildMensagem([buildParte(Buffer.from('plate=abc1d23'))]), []],
  ['a list', json([1]), []],
  ['a form without json', buildMensagem([buildParte(Buffer.from('a=b'), formulario)]), ['json']],
  ['not UTF-8', buildMensagem([buildParte(Buffer.from('{"é":1}', 'latin1'))]), []],
])('refuses %s', (_titulo, recebida, campos) => {
  expect(Object.keys(readFalha(platerecognizer, recebida).campos)).toEqual(campos);
});

it('answers an empty object', () => {
  expect(platerecognizer.answer(findExemplo('dwell'))).toEqual({
    status: 200,
    tipo: 'application/json',
    corpo: '{}',
  });
});
