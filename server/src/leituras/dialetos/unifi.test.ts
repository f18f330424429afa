import { expect, it, test } from 'vitest';
import { changeExemplo, EXEMPLOS, json } from '../../../test/dialetos/exemplos/exemplos.ts';
import { CONTEXTO, readFalha, readLeituras } from '../../../test/dialetos/provas.ts';
import { unifi } from './unifi.ts';

const findExemplo = (titulo: string) => EXEMPLOS.unifi.find(([nome]) => nome === titulo)![1];
const ID = '68ce4d9c0202bb03e40cbdbc';

it('reads an alarm', () => {
  const [lida] = readLeituras(unifi, findExemplo('alarm'));
  expect(lida).toMatchObject({
    eventoId: ID,
    camera: '942A6F000001',
    placa: 'CWB5D67',
    confianca: null,
    instanteDispositivo: '1795173600085',
    enderecosImagem: [],
  });
  expect(lida.instante?.toISOString()).toBe('2026-11-20T11:20:00.085Z');
  expect(lida.imagens.map(({ papel }) => papel)).toEqual(['cena']);
});

it('reads the value as the plate, not the name of its group', () => {
  const [conhecida, deInteresse] = readLeituras(unifi, findExemplo('known and of interest'));
  expect(conhecida).toMatchObject({ placa: 'cwb5d67', eventoId: ID });
  expect(deInteresse).toMatchObject({ placa: 'BEL6E78', eventoId: `${ID}#1` });
});

it('reads a plate with two triggers once', () => {
  const valores = { 'alarm.triggers.2.value': 'CWB-5D67' };
  expect(readLeituras(unifi, changeExemplo('unifi-conhecida', valores))).toHaveLength(1);
});

it('has no id for an empty one, and the time of the alarm for a trigger without', () => {
  const [lida] = readLeituras(unifi, findExemplo('no event id'));
  expect(lida.eventoId).toBeNull();
  expect(lida.instante?.toISOString()).toBe('2026-11-20T11:20:00.900Z');
});

test.each([
  ['license_plate_unknown', 1],
  ['LICENSE_PLATE_KNOWN', 1],
  ['license_plate_of_interest', 1],
  ['license_plate', 0],
  ['vehicle', 0],
  ['', 0],
  [null, 0],
])('key %j', (key, leituras) => {
  const recebida = changeExemplo('unifi-alarme', { 'alarm.triggers.0.key': key });
  const resultado = unifi.read(recebida, CONTEXTO);
  expect(resultado.tipo === 'leituras' ? resultado.leituras.length : 0).toBe(leituras);
});

it('ignores an alarm without triggers, and refuses a message without an alarm', () => {
  expect(unifi.read(json({ alarm: { name: 'Teste' } }), CONTEXTO).tipo).toBe('ignorar');
  expect(readFalha(unifi, json({ timestamp: 1 })).campos).toEqual({ alarm: 'Ausente.' });
});
