import { expect, it, test } from 'vitest';
import { EXEMPLOS, foto, json, mensagem, parte, trocado } from './exemplos/exemplos.ts';
import { platerecognizer } from './platerecognizer.ts';
import { CONTEXTO, falhaDe, leiturasDe } from './provas.ts';

const exemplo = (titulo: string) => EXEMPLOS.platerecognizer.find(([nome]) => nome === titulo)![1];
const formulario = { tipo: 'application/x-www-form-urlencoded' };
const ARQUIVO = 'portaria_screenshots/26-11-20/11-15-30.250000.jpg';

it('reads the form of Stream', () => {
  const [lida, ...outras] = leiturasDe(platerecognizer, exemplo('Stream, form'));
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

it('reads the same of a form in the body and of JSON, without the picture', () => {
  const [doFormulario] = leiturasDe(platerecognizer, exemplo('Stream, urlencoded'));
  const [doJson] = leiturasDe(platerecognizer, exemplo('Stream, JSON'));
  expect(doFormulario).toEqual(doJson);
  expect(doJson).toMatchObject({ placa: 'abc1d23', imagens: [], caixa: null });
});

it('cuts the field json out of a form of many', () => {
  const texto = JSON.stringify(JSON.parse(exemplo('Stream, JSON').partes[0]!.bytes.toString()));
  const corpo = `a=1&json=${encodeURIComponent(texto)}&${'b&'.repeat(100_000)}`;
  const [lida] = leiturasDe(platerecognizer, mensagem([parte(Buffer.from(corpo), formulario)]));
  expect(lida.placa).toBe('abc1d23');
});

it('takes the vehicle cut out of the frame for what it is', () => {
  const { partes } = exemplo('Stream, form');
  const recorte = mensagem([partes[0]!, foto('veiculo.jpg')]);
  const [lida] = leiturasDe(platerecognizer, recorte);
  expect(lida.caixa).toBeNull();
  expect(lida.imagens.map(({ papel }) => papel)).toEqual(['veiculo']);
});

it('tells results apart by the type of the plate', () => {
  const [lida, semPlaca] = leiturasDe(platerecognizer, exemplo('Stream, plates as objects'));
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
  const [nua] = leiturasDe(platerecognizer, exemplo('Snapshot, bare'));
  expect(nua).toMatchObject({
    eventoId: '|1115_k2.jpg|2026-11-20T11:17:45.120Z|0',
    camera: null,
    placa: 'qrs4567',
    candidatas: [],
    veiculo: { tipo: 'Pickup Truck' },
  });
  const [doGancho] = leiturasDe(platerecognizer, exemplo('Snapshot, hook'));
  expect(doGancho.eventoId).toBe('saida|saida2.jpg|2026-11-20 11:18:00.030345|0');
  expect(doGancho.instante?.toISOString()).toBe('2026-11-20T11:18:00.030Z');
});

test.each(['dwell', 'clip', 'heartbeat'])('ignores the event %s', (event) => {
  const recebida = trocado('platerecognizer-stream', { 'hook.event': event });
  expect(platerecognizer.ler(recebida, CONTEXTO).tipo).toBe('ignorar');
});

it('takes its events in any case, and a hook that names none', () => {
  for (const event of ['RECOGNITION', 'Image.Done', undefined]) {
    const recebida = trocado('platerecognizer-stream', { 'hook.event': event });
    expect(leiturasDe(platerecognizer, recebida)).toHaveLength(1);
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
  const recebida = trocado('platerecognizer-stream', {
    'data.results.0.orientation': orientation,
    'data.results.0.direction': direction,
  });
  expect(leiturasDe(platerecognizer, recebida)[0].sentido).toBe(sentido);
});

it('keeps the end of a long id, which tells results apart', () => {
  const recebida = trocado('platerecognizer-objeto', {
    'data.camera_id': 'c'.repeat(500),
    'data.filename': `${'pasta/'.repeat(200)}1.jpg`,
  });
  const ids = leiturasDe(platerecognizer, recebida).map(({ eventoId }) => eventoId!);
  expect(ids[0]).toMatch(/\/1\.jpg\|2026-11-20T11:16:01\.000000Z\|0$/);
  expect(ids[1]).toBe(`${ids[0]!.slice(0, -1)}1`);
  expect(ids[0]!.length).toBeLessThanOrEqual(200);
});

it('leaves a plate that is too long as it was sent, and out of the candidates', () => {
  const longa = 'abc1d23xyz99';
  const recebida = trocado('platerecognizer-stream', {
    'data.results.0.plate': longa,
    'data.results.0.candidates': [{ plate: `${longa}0` }, { plate: 'abc1d23' }],
  });
  const [lida] = leiturasDe(platerecognizer, recebida);
  expect(lida).toMatchObject({ placa: longa, candidatas: [{ placa: 'abc1d23' }] });
});

it('goes by the local time where the other is absurd, and by none where both are', () => {
  const trocas = { 'data.timestamp': '1970-01-01T00:00:00Z' };
  const [comLocal] = leiturasDe(platerecognizer, trocado('platerecognizer-stream', trocas));
  expect(comLocal.instante?.toISOString()).toBe('2026-11-20T11:15:30.250Z');
  const ambas = { ...trocas, 'data.timestamp_local': '2099-01-01 00:00:00+00:00' };
  const [semHora] = leiturasDe(platerecognizer, trocado('platerecognizer-stream', ambas));
  expect(semHora).toMatchObject({ instante: null, instanteDispositivo: '1970-01-01T00:00:00Z' });
});

it('keeps ten candidates', () => {
  const candidates = Array.from({ length: 30 }, (_, i) => ({
    plate: `ABC1D${i + 10}`,
    score: 0.5,
  }));
  const recebida = trocado('platerecognizer-stream', { 'data.results.0.candidates': candidates });
  expect(leiturasDe(platerecognizer, recebida)[0].candidatas).toHaveLength(10);
});

it('has no id for what has neither file nor time', () => {
  const recebida = trocado('platerecognizer-snapshot', { filename: null, timestamp: null });
  expect(leiturasDe(platerecognizer, recebida)[0].eventoId).toBeNull();
});

test.each([
  ['no results', trocado('platerecognizer-snapshot', { results: undefined }), ['results']],
  ['results of another kind', json({ results: 'abc1d23' }), ['results']],
  ['no JSON', mensagem([parte(Buffer.from('plate=abc1d23'))]), []],
  ['a list', json([1]), []],
  ['a form without json', mensagem([parte(Buffer.from('a=b'), formulario)]), ['json']],
  ['not UTF-8', mensagem([parte(Buffer.from('{"é":1}', 'latin1'))]), []],
])('refuses %s', (_titulo, recebida, campos) => {
  expect(Object.keys(falhaDe(platerecognizer, recebida).campos)).toEqual(campos);
});

it('answers an empty object', () => {
  expect(platerecognizer.resposta(exemplo('dwell'))).toEqual({
    status: 200,
    tipo: 'application/json',
    corpo: '{}',
  });
});
