import { expect, it, test } from 'vitest';
import { arquivo, EXEMPLOS, foto, mensagem, parte } from './exemplos/exemplos.ts';
import { hikvision } from './hikvision.ts';
import { CONTEXTO, falhaDe, leiturasDe } from './provas.ts';

const exemplo = (titulo: string) => EXEMPLOS.hikvision.find(([nome]) => nome === titulo)![1];
const xml = arquivo('hikvision-anpr.xml').toString('utf8');
const comXml = (texto: string | Buffer) =>
  mensagem([parte(Buffer.from(texto), { tipo: 'application/xml' })]);
const troca = (de: string | RegExp, para: string) => {
  const trocado = xml.replace(de, para);
  expect(trocado).not.toBe(xml);
  return comXml(trocado);
};

it('reads the alert and the pictures beside it', () => {
  const [lida] = leiturasDe(hikvision, exemplo('ANPR'));
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
  const [lida] = leiturasDe(hikvision, exemplo('ANPR, the other namespace'));
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

it('goes by the least sure character where the plate has no confidence', () => {
  expect(leiturasDe(hikvision, exemplo('ANPR, the other namespace'))[0].confianca).toBe(0.64);
});

test.each([
  ['the XML last, in a part of any name', ['Picture1', 'scene.JPG', 'moto-plate.jpg']],
  ['names in another case', ['ANPR.XML', 'DETECTIONPICTURE.JPG', 'LicensePlatePicture.jpg']],
])('finds what it needs: %s', (_titulo, [nomeXml = '', cena = '', placa = '']) => {
  const recebida = mensagem([
    foto('cena.jpg', { nome: cena, arquivo: cena, tipo: 'image/pjpeg' }),
    foto('placa.jpg', { nome: placa, arquivo: placa, tipo: 'application/octet-stream' }),
    parte(Buffer.from(`\ufeff  ${xml}`), { nome: nomeXml, arquivo: nomeXml, tipo: 'image/jpeg' }),
  ]);
  const [lida] = leiturasDe(hikvision, recebida);
  expect(lida.placa).toBe('MAO9H01');
  expect(lida.imagens.map(({ papel }) => papel)).toEqual(['cena', 'placa']);
});

it('drops a picture of no bytes', () => {
  const vazia = parte(Buffer.alloc(0), { nome: 'detectionPicture.jpg', tipo: 'image/jpeg' });
  const { partes } = exemplo('ANPR');
  expect(leiturasDe(hikvision, mensagem([partes[0]!, vazia]))[0].imagens).toEqual([]);
});

test.each(['videoloss', 'VMD', 'heartBeat', 'duration'])('ignores the event %s', (evento) => {
  const recebida = troca('<eventType>ANPR<', `<eventType>${evento}<`);
  expect(hikvision.ler(recebida, CONTEXTO).tipo).toBe('ignorar');
});

it('reads what older firmware calls vehicleDetection, if a plate is in it', () => {
  const antigo = xml.replace('<eventType>ANPR<', '<eventType>vehicleDetection<');
  expect(leiturasDe(hikvision, comXml(antigo))[0].placa).toBe('MAO9H01');
  const semPlaca = comXml(antigo.replace(/<ANPR>[\s\S]*<\/ANPR>/, ''));
  expect(hikvision.ler(semPlaca, CONTEXTO).tipo).toBe('ignorar');
});

test.each(['unknown', '', '无车牌', 'NO PLATE', '   '])('reads no plate in %j', (lida) => {
  const recebida = troca('>MAO9H01<', `>${lida}<`);
  expect(leiturasDe(hikvision, recebida)[0].placa).toBe('');
});

test.each(['1970-01-01T00:00:00+08:00', '2099-01-01T00:00:00Z', '', 'NaN', '2026-11-20'])(
  'has no time for %j',
  (quando) => {
    const [lida] = leiturasDe(hikvision, troca('2026-11-20T08:15:30-03:00', quando));
    expect(lida.instante).toBeNull();
  },
);

it('reads a camera whose name is not in UTF-8', () => {
  const latin1 = comXml(Buffer.from(xml, 'latin1'));
  expect(leiturasDe(hikvision, latin1)[0].placa).toBe('MAO9H01');
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
  expect(falhaDe(hikvision, comXml(corpo)).message).toMatch(/^(O|Nenhuma) .*\.$/);
});

it('expands no entity', () => {
  const [lida] = leiturasDe(hikvision, troca('>forward<', '>&#102;&amp;x<'));
  expect(lida.sentido).toBe('&#102;&amp;x');
});

it('takes names that objects already have for nothing more', () => {
  for (const nome of ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString']) {
    const texto = xml.replace('<country>', `<${nome}><x>1</x></${nome}><country>`);
    try {
      expect(leiturasDe(hikvision, comXml(texto))[0].placa).toBe('MAO9H01');
    } catch (error) {
      expect((error as Error).message).toBe('O XML da mensagem está malformado.');
    }
  }
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

it('answers 200 without a body', () => {
  expect(hikvision.resposta(exemplo('ANPR'))).toMatchObject({ status: 200, corpo: '' });
});
