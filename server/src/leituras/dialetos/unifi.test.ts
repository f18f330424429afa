import { expect, it, test } from 'vitest';
import { EXEMPLOS, json, trocado } from './exemplos/exemplos.ts';
import { CONTEXTO, falhaDe, leiturasDe } from './provas.ts';
import { unifi } from './unifi.ts';

const exemplo = (titulo: string) => EXEMPLOS.unifi.find(([nome]) => nome === titulo)![1];
const ID = '68ce4d9c0202bb03e40cbdbc';

it('reads an alarm', () => {
  const [lida] = leiturasDe(unifi, exemplo('alarm'));
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

it('takes the value for the plate, not the name of its group', () => {
  const [conhecida, deInteresse] = leiturasDe(unifi, exemplo('known and of interest'));
  expect(conhecida).toMatchObject({ placa: 'cwb5d67', eventoId: ID });
  expect(deInteresse).toMatchObject({ placa: 'BEL6E78', eventoId: `${ID}#1` });
});

it('reads once a plate that fires two triggers', () => {
  const valores = { 'alarm.triggers.2.value': 'CWB-5D67' };
  expect(leiturasDe(unifi, trocado('unifi-conhecida', valores))).toHaveLength(1);
});

it('has no id for an empty one, and the time of the alarm for a trigger without', () => {
  const [lida] = leiturasDe(unifi, exemplo('no event id'));
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
  const recebida = trocado('unifi-alarme', { 'alarm.triggers.0.key': key });
  const resultado = unifi.ler(recebida, CONTEXTO);
  expect(resultado.tipo === 'leituras' ? resultado.leituras.length : 0).toBe(leituras);
});

it('ignores an alarm of nothing, and refuses no alarm', () => {
  expect(unifi.ler(json({ alarm: { name: 'Teste' } }), CONTEXTO).tipo).toBe('ignorar');
  expect(falhaDe(unifi, json({ timestamp: 1 })).campos).toEqual({ alarm: 'Ausente.' });
});
