import { expect, it, test } from 'vitest';
import { changeExemplo, EXEMPLOS, json } from '../../../test/dialetos/exemplos/exemplos.ts';
import { CONTEXTO, readFalha, readLeituras } from '../../../test/dialetos/provas.ts';
import { frigate } from './frigate.ts';

const findExemplo = (titulo: string) => EXEMPLOS.frigate.find(([nome]) => nome === titulo)![1];
const ID = '1795173600.475377-mxklsc';

it('reads the plate of a tracked object', () => {
  const [lida] = readLeituras(frigate, findExemplo('plate'));
  expect(lida).toMatchObject({
    eventoId: ID,
    camera: 'portaria',
    placa: 'SAO3B45',
    confianca: 0.94,
    instanteDispositivo: '1795173602.837752',
    caixa: null,
    sentido: null,
  });
  expect(lida.instante?.toISOString()).toBe('2026-11-20T11:20:02.838Z');
});

it('reads an event, with the last entered zone as its direction', () => {
  const [lida] = readLeituras(frigate, findExemplo('event'));
  expect(lida).toMatchObject({
    eventoId: ID,
    placa: 'SAO3B45',
    confianca: 0.94,
    sentido: 'patio',
    veiculo: { tipo: 'car' },
  });
});

it('does not read a name as a plate', () => {
  const [lida] = readLeituras(frigate, findExemplo('event of a known car'));
  expect(lida).toMatchObject({ placa: 'SAO3B45', confianca: 0.94 });
  expect(frigate.read(findExemplo('event of a person'), CONTEXTO).tipo).toBe('ignorar');
});

test.each([
  [null, null],
  ['Carro da reitoria', null],
  [['Carro da reitoria', 0.9], null],
  ['ABC1D23', { placa: 'ABC1D23', confianca: null }],
  [['abc-1234', 0.81], { placa: 'abc-1234', confianca: 0.81 }],
  [[], null],
  [{ label: 'ABC1D23' }, null],
])('sub-label %j', (rotulo, esperado) => {
  const recebida = changeExemplo('frigate-sublabel', { 'after.sub_label': rotulo });
  const resultado = frigate.read(recebida, CONTEXTO);
  if (esperado === null) expect(resultado.tipo).toBe('ignorar');
  else expect(readLeituras(frigate, recebida)[0]).toMatchObject({ ...esperado, sentido: null });
});

it('reads the payload of a topic, as text or as an object', () => {
  const [doTexto] = readLeituras(frigate, findExemplo('topic and payload'));
  expect(doTexto).toMatchObject({ eventoId: ID, confianca: 0.97 });
  const payload = { type: 'lpr', id: ID, plate: 'SAO3B45', score: 0.5, camera: 'x', timestamp: 0 };
  const [doObjeto] = readLeituras(
    frigate,
    json({ topic: 'frigate/tracked_object_update', payload }),
  );
  expect(doObjeto).toMatchObject({ placa: 'SAO3B45', confianca: 0.5, instante: null });
});

it('uses the start when the frame has no time', () => {
  const recebida = changeExemplo('frigate-evento', { 'after.frame_time': undefined });
  expect(readLeituras(frigate, recebida)[0].instante?.toISOString()).toBe(
    '2026-11-20T11:20:00.475Z',
  );
});

test.each([
  ['no type', json({ id: ID, plate: 'SAO3B45' }), ['type']],
  ['an empty event', json({ type: 'new', before: {} }), ['after']],
  ['a payload that is no JSON', json({ topic: 'frigate/events', payload: 'online' }), []],
])('refuses %s', (_titulo, recebida, campos) => {
  expect(Object.keys(readFalha(frigate, recebida).campos)).toEqual(campos);
});
