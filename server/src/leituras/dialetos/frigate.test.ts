import { expect, it, test } from 'vitest';
import { EXEMPLOS, json, trocado } from './exemplos/exemplos.ts';
import { frigate } from './frigate.ts';
import { CONTEXTO, falhaDe, leiturasDe } from './provas.ts';

const exemplo = (titulo: string) => EXEMPLOS.frigate.find(([nome]) => nome === titulo)![1];
const ID = '1795173600.475377-mxklsc';

it('reads the plate of a tracked object', () => {
  const [lida] = leiturasDe(frigate, exemplo('plate'));
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

it('reads an event, the last zone entered being its way', () => {
  const [lida] = leiturasDe(frigate, exemplo('event'));
  expect(lida).toMatchObject({
    eventoId: ID,
    placa: 'SAO3B45',
    confianca: 0.94,
    sentido: 'patio',
    veiculo: { tipo: 'car' },
  });
});

it('takes no name for a plate', () => {
  const [lida] = leiturasDe(frigate, exemplo('event of a known car'));
  expect(lida).toMatchObject({ placa: 'SAO3B45', confianca: 0.94 });
  expect(frigate.ler(exemplo('event of a person'), CONTEXTO).tipo).toBe('ignorar');
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
  const recebida = trocado('frigate-sublabel', { 'after.sub_label': rotulo });
  const resultado = frigate.ler(recebida, CONTEXTO);
  if (esperado === null) expect(resultado.tipo).toBe('ignorar');
  else expect(leiturasDe(frigate, recebida)[0]).toMatchObject({ ...esperado, sentido: null });
});

it('reads the payload of a topic, as text or as it is', () => {
  const [doTexto] = leiturasDe(frigate, exemplo('topic and payload'));
  expect(doTexto).toMatchObject({ eventoId: ID, confianca: 0.97 });
  const payload = { type: 'lpr', id: ID, plate: 'SAO3B45', score: 0.5, camera: 'x', timestamp: 0 };
  const [doObjeto] = leiturasDe(frigate, json({ topic: 'frigate/tracked_object_update', payload }));
  expect(doObjeto).toMatchObject({ placa: 'SAO3B45', confianca: 0.5, instante: null });
});

it('goes by the start where the frame has no time', () => {
  const recebida = trocado('frigate-evento', { 'after.frame_time': undefined });
  expect(leiturasDe(frigate, recebida)[0].instante?.toISOString()).toBe('2026-11-20T11:20:00.475Z');
});

test.each([
  ['no type', json({ id: ID, plate: 'SAO3B45' }), ['type']],
  ['an event of nothing', json({ type: 'new', before: {} }), ['after']],
  ['a payload that is no JSON', json({ topic: 'frigate/events', payload: 'online' }), []],
])('refuses %s', (_titulo, recebida, campos) => {
  expect(Object.keys(falhaDe(frigate, recebida).campos)).toEqual(campos);
});
