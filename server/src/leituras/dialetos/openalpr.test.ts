import { expect, it, test } from 'vitest';
import { changeExemplo, EXEMPLOS, json } from '../../../test/dialetos/exemplos/exemplos.ts';
import { CONTEXTO, readFalha, readLeituras } from '../../../test/dialetos/provas.ts';
import { openalpr } from './openalpr.ts';

const grupo = EXEMPLOS.openalpr[0]![1];

it('reads a group', () => {
  const [lida] = readLeituras(openalpr, grupo);
  expect(lida).toMatchObject({
    eventoId: 'AGENTE1-1234567-1795173601500',
    camera: '1234567',
    placa: 'RIO2A18',
    confianca: 0.924107,
    candidatas: [
      { placa: 'R1O2A18', confianca: 0.8402 },
      { placa: 'RIOZA18', confianca: 0.805 },
    ],
    instanteDispositivo: '1795173600000',
    sentido: '187.4',
    veiculo: {
      tipo: 'sedan-compact',
      marca: 'chevrolet',
      modelo: 'chevrolet_onix',
      cor: 'silver-gray',
    },
    caixa: { x: 0.5, y: 0.5, l: 0.1, a: 0.1 },
  });
  expect(lida.instante?.toISOString()).toBe('2026-11-20T11:20:00.000Z');
  expect(lida.imagens.map(({ papel }) => papel)).toEqual(['cena', 'veiculo', 'placa']);
});

it('uses the end of a group for a car that waited', () => {
  const recebida = changeExemplo('openalpr-grupo', { epoch_end: 1795173720000 });
  expect(readLeituras(openalpr, recebida)[0].instante?.toISOString()).toBe(
    '2026-11-20T11:22:00.000Z',
  );
});

test.each([
  ['no size of the frame', { best_image_width: undefined }],
  ['a corner missing', { 'best_plate.coordinates': [{ x: 1, y: 1 }] }],
  ['a corner outside', { 'best_plate.coordinates.0.x': 5_000 }],
  ['a corner that is no number', { 'best_plate.coordinates.0.x': 'x' }],
])('answers no box: %s', (_titulo, trocas) => {
  expect(readLeituras(openalpr, changeExemplo('openalpr-grupo', trocas))[0].caixa).toBeNull();
});

it('takes the plate from either field', () => {
  const sem = { best_plate_number: undefined };
  expect(readLeituras(openalpr, changeExemplo('openalpr-grupo', sem))[0].placa).toBe('RIO2A18');
  const nenhuma = { ...sem, 'best_plate.plate': '' };
  expect(readLeituras(openalpr, changeExemplo('openalpr-grupo', nenhuma))[0].placa).toBe('');
});

test.each([
  ['openalpr-previa', {}],
  ['openalpr-previa', { is_preview: 1 }],
  ['openalpr-previa', { is_preview: 'true' }],
  ['openalpr-resultados', {}],
  ['openalpr-heartbeat', {}],
  ['openalpr-alerta', { group: undefined, plate_number: undefined }],
  ['openalpr-grupo', { data_type: 'vehicle' }],
])('ignores %s %j', (nome, trocas) => {
  expect(openalpr.read(changeExemplo(nome, trocas), CONTEXTO).tipo).toBe('ignorar');
});

it('reads an alert by its group, otherwise by its plate', () => {
  const [comGrupo] = readLeituras(openalpr, changeExemplo('openalpr-alerta', {}));
  expect(comGrupo.eventoId).toBe('AGENTE1-1234567-1795173601500');
  const [semGrupo] = readLeituras(openalpr, changeExemplo('openalpr-alerta', { group: undefined }));
  expect(semGrupo).toMatchObject({ placa: 'RIO2A18', eventoId: null, confianca: null });
  expect(semGrupo.instante?.toISOString()).toBe('2026-11-20T11:20:03.900Z');
});

it('refuses a message without a type', () => {
  expect(readFalha(openalpr, json({ best_plate_number: 'RIO2A18' })).campos).toEqual({
    data_type: 'Ausente.',
  });
});
