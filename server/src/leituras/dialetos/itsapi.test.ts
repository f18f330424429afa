import { expect, it, test } from 'vitest';
import {
  buildMensagem,
  buildParte,
  changeExemplo,
  EXEMPLOS,
  json,
} from '../../../test/dialetos/exemplos/exemplos.ts';
import { CONTEXTO, readFalha, readLeituras } from '../../../test/dialetos/provas.ts';
import { itsapi } from './itsapi.ts';

const CAMINHO = '/NotificationInfo/TollgateInfo';
const passagem = EXEMPLOS.itsapi[0]![1];
const withFields = (trocas: Record<string, unknown>) =>
  changeExemplo('itsapi-passagem', trocas, CAMINHO);

it('reads a passage, its time in the zone of the device', () => {
  const [lida] = readLeituras(itsapi, passagem);
  expect(lida).toMatchObject({
    eventoId: null,
    camera: '9C0000PAZ00001',
    placa: 'POA4C56',
    confianca: 0.95,
    instanteDispositivo: '2026-11-20 08:15:30.250',
    sentido: 'Obverse',
    veiculo: { tipo: 'SaloonCar', marca: 'Toyota', cor: 'Silver' },
    caixa: null,
  });
  expect(lida.instante?.toISOString()).toBe('2026-11-20T11:15:30.250Z');
  expect(lida.imagens.map(({ papel }) => papel)).toEqual(['cena', 'veiculo', 'placa']);
  const [emManaus] = readLeituras(itsapi, passagem, { fuso: 'America/Manaus', escala: null });
  expect(emManaus.instante?.toISOString()).toBe('2026-11-20T12:15:30.250Z');
});

test.each([
  [95, null, 0.95, undefined],
  ['95', null, 0.95, undefined],
  [100, null, 1, undefined],
  [204, null, 0.8, 255],
  [204, 100, 0.8, 255],
  [51, 255, 0.2, 255],
  [256, null, null, 255],
  [-1, null, null, undefined],
  ['alta', null, null, undefined],
  [undefined, 255, null, 255],
])('confidence %j on a scale of %j is %j', (nota, escala, esperada, mostra) => {
  const recebida = withFields({ 'Picture.Plate.Confidence': nota });
  const resultado = itsapi.read(recebida, { ...CONTEXTO, escala });
  const [lida] = readLeituras(itsapi, recebida, { ...CONTEXTO, escala });
  expect(lida.confianca).toBe(esperada);
  expect(resultado.tipo === 'leituras' && resultado.escala).toBe(mostra);
});

test.each([
  ['summer time of the past', '2018-12-01 12:00:00', '2018-12-01T14:00:00.000Z'],
  ['an hour that came twice', '2019-02-16 23:30:00', '2019-02-17T01:30:00.000Z'],
  ['an hour that never was', '2018-11-04 00:30:00', '2018-11-04T03:30:00.000Z'],
  ['the clock of a new camera', '1970-01-01 00:00:00', undefined],
  ['the end of times', '2099-12-31 23:59:59', undefined],
  ['nothing', '', undefined],
])('time: %s', (_titulo, quando, esperado) => {
  const [lida] = readLeituras(itsapi, withFields({ 'Picture.SnapInfo.AccurateTime': quando }));
  expect(lida.instante?.toISOString()).toBe(esperado);
});

test.each([
  ['/NotificationInfo/KeepAlive', '{"Active":true,"DeviceID":"x"}'],
  ['/NotificationInfo/KeepAlive', ''],
  ['/notificationinfo/keepalive/', 'isto não é JSON'],
  ['/NotificationInfo/DeviceInfo', '{"DeviceName":"x"}'],
  ['', '{"Active":"keepAlive","DeviceID":"x"}'],
])('ignores %s %s', (caminho, corpo) => {
  const recebida = buildMensagem([buildParte(Buffer.from(corpo))], caminho);
  expect(itsapi.read(recebida, CONTEXTO).tipo).toBe('ignorar');
});

it('reads pictures that come later, without a plate', () => {
  const [lida] = readLeituras(itsapi, withFields({ 'Picture.Plate': undefined }));
  expect(lida).toMatchObject({ placa: '', confianca: null, camera: '9C0000PAZ00001' });
  expect(lida.imagens).toHaveLength(3);
});

it('drops an invalid picture, and keeps the others', () => {
  const recebida = withFields({
    'Picture.NormalPic.Content': 'R0lGODlh',
    'Picture.CutoutPic': null,
  });
  const [lida] = readLeituras(itsapi, recebida);
  expect(lida.imagens.map(({ papel }) => papel)).toEqual(['veiculo']);
});

it('refuses a message that is not a passage', () => {
  expect(readFalha(itsapi, json({ Foto: {} }, CAMINHO)).campos).toEqual({ Picture: 'Ausente.' });
  expect(
    readFalha(itsapi, buildMensagem([buildParte(Buffer.from('<xml/>'))], CAMINHO)).campos,
  ).toEqual({});
  expect(readFalha(itsapi, buildMensagem([], CAMINHO)).message).toBe('A mensagem chegou vazia.');
});

it('answers in the form of the maker', () => {
  expect(JSON.parse(itsapi.answer(passagem).corpo)).toEqual({ Result: true, Message: 'Success' });
});
