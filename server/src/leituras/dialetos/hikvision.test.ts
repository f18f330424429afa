import { expect, it, test } from 'vitest';
import {
  buildFoto,
  buildMensagem,
  buildParte,
  EXEMPLOS,
  readArquivo,
} from '../../../test/dialetos/exemplos/exemplos.ts';
import { CONTEXTO, readFalha, readLeituras } from '../../../test/dialetos/provas.ts';
import { hikvision } from './hikvision.ts';

const findExemplo = (titulo: string) => EXEMPLOS.hikvision.find(([nome]) => nome === titulo)![1];
const xml = readArquivo('hikvision-anpr.xml').toString('utf8');
const wrapXml = (texto: string | Buffer) =>
  buildMensagem([buildParte(Buffer.from(texto), { tipo: 'application/xml' })]);
const replaceXml = (de: string | RegExp, para: string) => {
  const trocado = xml.replace(de, para);
  expect(trocado).not.toBe(xml);
  return wrapXml(trocado);
};

it('reads the alert and the pictures beside it', () => {
  const [lida] = readLeituras(hikvision, findExemplo('ANPR'));
  expect(lida).toMatchObject({
    eventoId: '2026112008153044900FlERIduqg06eKsYuvLX072',
    camera: '192.0.2.30',
    placa: 'MAO9H01',
    confianca: 0.97,
    candidatas: [{ placa: 'MA09H01', confianca: null }],
    instanteDispositivo: '2026-11-20T08:15:30-03:00',
    sentido: 'forward',
    veiculo: { tipo: 'SUVMPV', cor: 'white' },
    caixa: { x: 0.5, y: 0.5, l: 0.1, a: 0.0625 },
    retransmissao: false,
  });
  expect(lida.instante?.toISOString()).toBe('2026-11-20T11:15:30.000Z');
  expect(lida.imagens.map(({ papel }) => papel)).toEqual(['placa', 'cena']);
});

it('reads the other namespace, prefixed, in another case, without a zone', () => {
  const [lida] = readLeituras(hikvision, findExemplo('ANPR, the other namespace'));
  expect(lida).toMatchObject({
    eventoId: '8d1f0001-0000-4000-8000-000000000001',
    camera: '192.0.2.31/3',
    placa: 'nat0i12',
    sentido: 'Reverse',
    veiculo: null,
    caixa: { x: 0.5, y: 0.5, l: 0.1, a: 0.1 },
    retransmissao: true,
  });
  expect(lida.instante?.toISOString()).toBe('2026-11-20T09:00:00.000Z');
});

it('uses the least certain character when the plate has no confidence', () => {
  expect(readLeituras(hikvision, findExemplo('ANPR, the other namespace'))[0].confianca).toBe(0.64);
});

test.each([
  ['the XML last, in a part of any name', ['Picture1', 'scene.JPG', 'moto-plate.jpg']],
  ['names in another case', ['ANPR.XML', 'DETECTIONPICTURE.JPG', 'LicensePlatePicture.jpg']],
])('finds what it needs: %s', (_titulo, [nomeXml = '', cena = '', placa = '']) => {
  const recebida = buildMensagem([
    buildFoto('cena.jpg', { nome: cena, arquivo: cena, tipo: 'image/pjpeg' }),
    buildFoto('placa.jpg', { nome: placa, arquivo: placa, tipo: 'application/octet-stream' }),
    buildParte(Buffer.from(`\ufeff  ${xml}`), {
      nome: nomeXml,
      arquivo: nomeXml,
      tipo: 'image/jpeg',
    }),
  ]);
  const [lida] = readLeituras(hikvision, recebida);
  expect(lida.placa).toBe('MAO9H01');
  expect(lida.imagens.map(({ papel }) => papel)).toEqual(['cena', 'placa']);
});

it('drops an empty picture', () => {
  const vazia = buildParte(Buffer.alloc(0), { nome: 'detectionPicture.jpg', tipo: 'image/jpeg' });
  const { partes } = findExemplo('ANPR');
  expect(readLeituras(hikvision, buildMensagem([partes[0]!, vazia]))[0].imagens).toEqual([]);
});

test.each(['videoloss', 'VMD', 'heartBeat', 'duration'])('ignores the event %s', (evento) => {
  const recebida = replaceXml('<eventType>ANPR<', `<eventType>${evento}<`);
  expect(hikvision.read(recebida, CONTEXTO).tipo).toBe('ignorar');
});

it('reads vehicleDetection of older firmware, when it contains a plate', () => {
  const antigo = xml.replace('<eventType>ANPR<', '<eventType>vehicleDetection<');
  expect(readLeituras(hikvision, wrapXml(antigo))[0].placa).toBe('MAO9H01');
  const semPlaca = wrapXml(antigo.replace(/<ANPR>[\s\S]*<\/ANPR>/, ''));
  expect(hikvision.read(semPlaca, CONTEXTO).tipo).toBe('ignorar');
});

test.each(['unknown', '', '无车牌', 'NO PLATE', '   '])('reads no plate in %j', (lida) => {
  const recebida = replaceXml('>MAO9H01<', `>${lida}<`);
  expect(readLeituras(hikvision, recebida)[0].placa).toBe('');
});

test.each(['1970-01-01T00:00:00+08:00', '2099-01-01T00:00:00Z', '', 'NaN', '2026-11-20'])(
  'has no time for %j',
  (quando) => {
    const [lida] = readLeituras(hikvision, replaceXml('2026-11-20T08:15:30-03:00', quando));
    expect(lida.instante).toBeNull();
  },
);

it('reads a camera with a name that is not UTF-8', () => {
  const latin1 = wrapXml(Buffer.from(xml, 'latin1'));
  expect(readLeituras(hikvision, latin1)[0].placa).toBe('MAO9H01');
});

const DTD = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>';

test.each([
  ['a DTD', xml.replace('<EventNotificationAlert', `${DTD}<EventNotificationAlert`)],
  ['an entity by itself', xml.replace('<country>', '<!entity x "y"><country>')],
  ['XML cut off', xml.slice(0, 900)],
  ['a mark that is not closed', xml.replace('</ANPR>', '')],
  ['another document', '<?xml version="1.0"?><html><body>oi</body></html>'],
  ['an alert without the reading', xml.replace(/<ANPR>[\s\S]*<\/ANPR>/, '')],
  ['more than 256 KB', xml.replace('<country>', `<!--${'x'.repeat(270_000)}--><country>`)],
  ['more elements than any alert', xml.replace('<country>', `${'<a/>'.repeat(5_000)}<country>`)],
  ['no XML', '{"eventType":"ANPR"}'],
  ['UTF-16', Buffer.from(xml, 'utf16le')],
  ['nothing', ''],
])('refuses %s', (_titulo, corpo) => {
  expect(readFalha(hikvision, wrapXml(corpo)).message).toMatch(/^(O|Nenhuma) .*\.$/);
});

it('expands no entity', () => {
  const [lida] = readLeituras(hikvision, replaceXml('>forward<', '>&#102;&amp;x<'));
  expect(lida.sentido).toBe('&#102;&amp;x');
});

it("treats names of JavaScript's own properties as ordinary names", () => {
  for (const nome of ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString']) {
    const texto = xml.replace('<country>', `<${nome}><x>1</x></${nome}><country>`);
    try {
      expect(readLeituras(hikvision, wrapXml(texto))[0].placa).toBe('MAO9H01');
    } catch (error) {
      expect((error as Error).message).toBe('O XML da mensagem está malformado.');
    }
  }
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

it('answers 200 without a body', () => {
  expect(hikvision.answer(findExemplo('ANPR'))).toMatchObject({ status: 200, corpo: '' });
});
