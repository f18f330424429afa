/**
 * Hikvision ISAPI: an EventNotificationAlert in XML and its pictures, part by part. Source: the
 * maker's ISAPI, the recorded alert in github.com/parkpow/deep-license-plate-recognition
 * (parkpow/hikvision_lpr) and public receivers. Names and order of the parts vary by firmware: the
 * alert is the part that parses as XML. Two namespaces are known, so only local names count, in any
 * case. Older firmware names ANPR `vehicleDetection`. Boxes are in points of the frame, whose size
 * is `detectionBackgroundImageResolution` or the picture's own.
 */
import type { PapelImagem } from '@unipark/contract/passagem';
import {
  type DeviceContext,
  type DeviceMessage,
  type Dialeto,
  Ilegivel,
  type LeituraLida,
  type MessagePart,
} from '../dialeto.ts';
import { boxFrom } from './caixa.ts';
import { type ImageSize, jpeg, pickImagens, readTamanho } from './imagem.ts';
import {
  decodeLoosely,
  findCampo,
  type JsonObject,
  toConfianca,
  toNumero,
  toObjeto,
  toTexto,
} from './json.ts';
import { fillLeitura, pickCandidatas, toPalavra, toPlaca, toVeiculo } from './leitura.ts';
import { CORPO_VAZIO } from './mensagem.ts';
import { fromIso } from './tempo.ts';
import { parseXml } from './xml.ts';

const ANPR = 'anpr';
const ANTIGOS = ['vehicledetection', 'anprdetection'];
const ABERTURA = 64;

const looksLikeXml = ({ bytes }: MessagePart): boolean =>
  decodeLoosely(bytes.subarray(0, ABERTURA)).trimStart().startsWith('<');

function getAlerta(mensagem: DeviceMessage): JsonObject {
  let falha = new Ilegivel('Nenhuma parte da mensagem é um XML.');
  for (const parte of mensagem.partes.filter(looksLikeXml).slice(0, 4)) {
    try {
      const alerta = toObjeto(
        findCampo(parseXml(decodeLoosely(parte.bytes)), 'eventnotificationalert'),
      );
      if (alerta) return alerta;
      falha = new Ilegivel('O XML não é um aviso de evento (EventNotificationAlert).');
    } catch (error) {
      if (!(error instanceof Ilegivel)) throw error;
      falha = error;
    }
  }
  throw falha;
}

/** An XML element may occur once or several times: one becomes a list of one. */
const asItens = (valor: unknown): unknown[] =>
  (Array.isArray(valor) ? valor : [valor]).filter((item) => toObjeto(item)).slice(0, 16);

function findPapel(parte: MessagePart, fotos: unknown[]): PapelImagem {
  const nome = (parte.arquivo ?? parte.nome).toLowerCase();
  const foto = fotos.find((item) => toTexto(findCampo(item, 'filename'))?.toLowerCase() === nome);
  const dito = `${toTexto(findCampo(foto, 'type')) ?? ''} ${parte.nome} ${nome}`.toLowerCase();
  if (dito.includes('plate')) return 'placa';
  return dito.includes('vehicle') ? 'veiculo' : 'cena';
}

function findQuadro(alerta: JsonObject, vistas: LeituraLida['imagens']): ImageSize | null {
  const dito = findCampo(alerta, 'detectionbackgroundimageresolution');
  const [largura, altura] = [
    toNumero(findCampo(dito, 'width')),
    toNumero(findCampo(dito, 'height')),
  ];
  if (largura && altura) return { largura, altura };
  const cena = vistas.find(({ papel }) => papel === 'cena');
  return cena ? readTamanho(cena.jpeg) : null;
}

/** The confidence of the whole plate, otherwise that of its least certain character. */
function readConfianca(anpr: JsonObject): number | null {
  const porCaractere = (toTexto(findCampo(anpr, 'platecharbelieve')) ?? '')
    .split(',')
    .map(toNumero);
  const notas = porCaractere.filter((nota) => nota !== null);
  return (
    toConfianca(findCampo(anpr, 'confidencelevel'), 100) ??
    (notas.length > 0 ? toConfianca(Math.min(...notas), 100) : null)
  );
}

/** A recorder serves many cameras: its address and the channel, except for the first one. */
function findCamera(alerta: JsonObject): string | null {
  const [endereco, canal] = ['ipaddress', 'channelid'].map((nome) =>
    toTexto(findCampo(alerta, nome), 60),
  );
  if (!endereco) return canal ?? null;
  return canal && canal !== '1' ? `${endereco}/${canal}` : endereco;
}

function readAnpr(
  alerta: JsonObject,
  anpr: JsonObject,
  mensagem: DeviceMessage,
  { fuso }: DeviceContext,
): LeituraLida {
  const fotos = asItens(findCampo(anpr, 'pictureinfolist', 'pictureinfo'));
  const vistas = pickImagens(
    mensagem.partes.map((parte) => ({ papel: findPapel(parte, fotos), jpeg: jpeg(parte.bytes) })),
  );
  const retangulo = fotos.map((foto) => toObjeto(findCampo(foto, 'platerect'))).find(Boolean);
  const placa = toPlaca(findCampo(anpr, 'licenseplate'));
  const original = toPlaca(findCampo(anpr, 'originallicenseplate'));
  const quando = findCampo(alerta, 'datetime');
  return fillLeitura({
    eventoId: toTexto(findCampo(alerta, 'uuid'), 150),
    camera: findCamera(alerta),
    placa,
    confianca: readConfianca(anpr),
    candidatas: pickCandidatas([{ placa: original, confianca: null }], placa),
    instante: fromIso(quando, fuso),
    instanteDispositivo: toTexto(quando, 60),
    sentido: toPalavra(findCampo(anpr, 'direction')),
    veiculo: toVeiculo({
      tipo: findCampo(anpr, 'vehicletype'),
      cor: findCampo(anpr, 'vehicleinfo', 'color'),
    }),
    caixa: boxFrom(
      ['x', 'y', 'width', 'height'].map((nome) => toNumero(findCampo(retangulo, nome))),
      findQuadro(alerta, vistas),
    ),
    imagens: vistas,
    retransmissao: toTexto(findCampo(alerta, 'isdataretransmission'))?.toLowerCase() === 'true',
  });
}

export const hikvision: Dialeto = {
  nome: 'hikvision',
  reenvia: true,
  read(mensagem, contexto) {
    const alerta = getAlerta(mensagem);
    const tipo = toTexto(findCampo(alerta, 'eventtype'), 60) ?? ANPR;
    const anpr = toObjeto(findCampo(alerta, 'anpr'));
    const isLeitura = tipo.toLowerCase() === ANPR || (anpr && ANTIGOS.includes(tipo.toLowerCase()));
    if (!isLeitura) return { tipo: 'ignorar', motivo: `Evento ${tipo} da câmera.` };
    if (!anpr) throw new Ilegivel('O aviso não traz a leitura da placa.', { ANPR: 'Ausente.' });
    return { tipo: 'leituras', leituras: [readAnpr(alerta, anpr, mensagem, contexto)] };
  },
  answer: () => CORPO_VAZIO,
};
