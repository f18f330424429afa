import { expect, it, test } from 'vitest';
import {
  buildMensagem,
  changeExemplo,
  EXEMPLOS,
  json,
  readArquivo,
} from '../../../test/dialetos/exemplos/exemplos.ts';
import { CONTEXTO, readFalha, readLeituras } from '../../../test/dialetos/provas.ts';
import { axis } from './axis.ts';

const findExemplo = (titulo: string) => EXEMPLOS.axis.find(([nome]) => nome === titulo)![1];
const ID = 'ACCC8E000001|20261120|1144696';

it('reads a new car, its numbers as texts, with the picture of the form', () => {
  const [lida] = readLeituras(axis, findExemplo('new'));
  expect(lida).toMatchObject({
    eventoId: ID,
    camera: 'ACCC8E000001',
    placa: 'FOR8G90',
    confianca: 0.719034,
    instanteDispositivo: '1795173600252',
    sentido: null,
    veiculo: null,
    caixa: { x: 0.5, y: 0.5, l: 0.1, a: 0.1 },
    enderecosImagem: [],
  });
  expect(lida.instante?.toISOString()).toBe('2026-11-20T11:20:00.252Z');
  expect(lida.imagens.map(({ papel }) => papel)).toEqual(['cena']);
});

it('joins new, update and lost into one passage', () => {
  const [atualizado] = readLeituras(axis, findExemplo('update'));
  expect(atualizado).toMatchObject({
    eventoId: ID,
    sentido: 'in',
    veiculo: { tipo: 'CAR', marca: 'Renault', modelo: 'Kwid', cor: 'GRAY' },
  });
  const [perdido] = readLeituras(axis, findExemplo('lost'));
  expect(perdido).toMatchObject({ eventoId: ID, sentido: 'in', caixa: null });
  expect(perdido.imagens.map(({ papel }) => papel)).toEqual(['placa']);
});

it('reads a batch, with inline pictures and a plate that was not read', () => {
  const [primeiro, segundo] = readLeituras(axis, findExemplo('batch'));
  expect(primeiro.imagens.map(({ papel }) => papel)).toEqual(['placa', 'veiculo']);
  expect(segundo).toMatchObject({ placa: '', eventoId: 'ACCC8E000001|20261120|1144697' });
  expect(segundo!.instante?.toISOString()).toBe('2026-11-20T10:00:00.252Z');
});

test.each([
  [
    'carID begins again each day',
    { datetime: '20261121 070000252' },
    'ACCC8E000001|20261121|1144696',
  ],
  ['the day of the capture', { datetime: undefined }, 'ACCC8E000001|2026-11-20|1144696'],
  ['another camera', { 'camera_info.SerialNumber': 'B8A44F' }, 'B8A44F|20261120|1144696'],
  ['its configured name', { camera_info: undefined }, 'portaria|20261120|1144696'],
  ['no camera', { camera_info: undefined, sensorProviderID: '' }, null],
  ['no car', { carID: undefined }, null],
])('event id: %s', (_titulo, trocas, esperado) => {
  expect(readLeituras(axis, changeExemplo('axis-novo', trocas))[0].eventoId).toBe(esperado);
});

test.each([
  ['plateUTF8 before the rest', { plateASCII: 'X0X0X0' }, 'FOR8G90'],
  ['plateASCII', { plateUTF8: '' }, 'FOR8G90'],
  ['plateText alone', { plateUTF8: undefined, plateASCII: undefined }, 'FOR8G90'],
])('plate: %s', (_titulo, trocas, esperado) => {
  expect(readLeituras(axis, changeExemplo('axis-novo', trocas))[0].placa).toBe(esperado);
});

test.each(['constructor', '__proto__', 'FRAME', '', null, 7])(
  'a picture of kind %j is the scene',
  (tipo) => {
    const ImageArray = [
      { ImageType: tipo, BinaryImage: readArquivo('cena.jpg').toString('base64') },
    ];
    const [lida] = readLeituras(axis, changeExemplo('axis-novo', { ImageArray }));
    expect(lida.imagens.map(({ papel }) => papel)).toEqual(['cena']);
  },
);

it('finds the event in a part of another name, after the picture', () => {
  const { partes } = findExemplo('new');
  const evento = {
    ...partes[0]!,
    nome: 'dados',
    arquivo: 'e.bin',
    tipo: 'application/octet-stream',
  };
  expect(readLeituras(axis, buildMensagem([partes[1]!, evento]))[0].placa).toBe('FOR8G90');
});

test.each([
  ['0.719', 0.719],
  [0.5, 0.5],
  ['95.5', 0.955],
  ['alta', null],
  ['101', null],
])('confidence %j is %j', (nota, esperada) => {
  const [lida] = readLeituras(axis, changeExemplo('axis-novo', { plateConfidence: nota }));
  expect(lida.confianca).toBe(esperada);
});

it("ignores the camera's own status events, and refuses the rest", () => {
  expect(axis.read(json({ camera_info: { SerialNumber: 'x' } }), CONTEXTO).tipo).toBe('ignorar');
  for (const corpo of [{}, [], null, 'x', [[]]]) {
    expect(readFalha(axis, json(corpo)).campos).toEqual({ plateUTF8: 'Ausente.' });
  }
});
