/**
 * Hikvision ISAPI: an EventNotificationAlert in XML and its pictures, part by part.
 * Source: the maker's ISAPI, the recorded alert in github.com/parkpow/deep-license-plate-recognition
 * (parkpow/hikvision_lpr) and public receivers. Names and order of the parts vary by firmware: the
 * alert is the part that parses as XML. Two namespaces were seen, so local names alone count, in any
 * case. Older firmware says `vehicleDetection` for ANPR. Boxes are in points of the frame, whose
 * size is `detectionBackgroundImageResolution` or the picture's own.
 */
import type { PapelImagem } from '@unipark/contract/passagem';
import {
  type Contexto,
  type Dialeto,
  Ilegivel,
  type LeituraLida,
  type Mensagem,
  type Parte,
} from '../dialeto.ts';
import { caixaDe } from './caixa.ts';
import { imagens, jpeg, type Tamanho, tamanhoJpeg } from './imagem.ts';
import {
  campo,
  confianca,
  decodificarTolerante,
  numero,
  type Objeto,
  objeto,
  texto,
} from './json.ts';
import { candidatas, leitura, palavra, placaLida, veiculo } from './leitura.ts';
import { CORPO_VAZIO } from './mensagem.ts';
import { deIso } from './tempo.ts';
import { lerXml } from './xml.ts';

const ANPR = 'anpr';
const ANTIGOS = ['vehicledetection', 'anprdetection'];
const ABERTURA = 64;

const pareceXml = ({ bytes }: Parte): boolean =>
  decodificarTolerante(bytes.subarray(0, ABERTURA)).trimStart().startsWith('<');

/** The alert, from whichever part holds it. */
function alertaDe(mensagem: Mensagem): Objeto {
  let falha = new Ilegivel('Nenhuma parte da mensagem é um XML.');
  for (const parte of mensagem.partes.filter(pareceXml).slice(0, 4)) {
    try {
      const alerta = objeto(
        campo(lerXml(decodificarTolerante(parte.bytes)), 'eventnotificationalert'),
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

/** What stands once in XML may stand several times: one is a list of one. */
const emLista = (valor: unknown): unknown[] =>
  (Array.isArray(valor) ? valor : [valor]).filter((item) => objeto(item)).slice(0, 16);

function papelDe(parte: Parte, fotos: unknown[]): PapelImagem {
  const nome = (parte.arquivo ?? parte.nome).toLowerCase();
  const foto = fotos.find((item) => texto(campo(item, 'filename'))?.toLowerCase() === nome);
  const dito = `${texto(campo(foto, 'type')) ?? ''} ${parte.nome} ${nome}`.toLowerCase();
  if (dito.includes('plate')) return 'placa';
  return dito.includes('vehicle') ? 'veiculo' : 'cena';
}

function quadroDe(alerta: Objeto, vistas: LeituraLida['imagens']): Tamanho | null {
  const dito = campo(alerta, 'detectionbackgroundimageresolution');
  const [largura, altura] = [numero(campo(dito, 'width')), numero(campo(dito, 'height'))];
  if (largura && altura) return { largura, altura };
  const cena = vistas.find(({ papel }) => papel === 'cena');
  return cena ? tamanhoJpeg(cena.jpeg) : null;
}

/** The whole plate's confidence, or else that of the character it is least sure of. */
function confiancaDe(anpr: Objeto): number | null {
  const porCaractere = (texto(campo(anpr, 'platecharbelieve')) ?? '').split(',').map(numero);
  const notas = porCaractere.filter((nota) => nota !== null);
  return (
    confianca(campo(anpr, 'confidencelevel'), 100) ??
    (notas.length > 0 ? confianca(Math.min(...notas), 100) : null)
  );
}

/** A recorder speaks for many cameras: behind its address stands the channel, unless the first. */
function cameraDe(alerta: Objeto): string | null {
  const [endereco, canal] = ['ipaddress', 'channelid'].map((nome) =>
    texto(campo(alerta, nome), 60),
  );
  if (!endereco) return canal ?? null;
  return canal && canal !== '1' ? `${endereco}/${canal}` : endereco;
}

function lerAnpr(
  alerta: Objeto,
  anpr: Objeto,
  mensagem: Mensagem,
  { fuso }: Contexto,
): LeituraLida {
  const fotos = emLista(campo(anpr, 'pictureinfolist', 'pictureinfo'));
  const vistas = imagens(
    mensagem.partes.map((parte) => ({ papel: papelDe(parte, fotos), jpeg: jpeg(parte.bytes) })),
  );
  const retangulo = fotos.map((foto) => objeto(campo(foto, 'platerect'))).find(Boolean);
  const placa = placaLida(campo(anpr, 'licenseplate'));
  const original = placaLida(campo(anpr, 'originallicenseplate'));
  const quando = campo(alerta, 'datetime');
  return leitura({
    eventoId: texto(campo(alerta, 'uuid'), 150),
    camera: cameraDe(alerta),
    placa,
    confianca: confiancaDe(anpr),
    candidatas: candidatas([{ placa: original, confianca: null }], placa),
    instante: deIso(quando, fuso),
    instanteDispositivo: texto(quando, 60),
    sentido: palavra(campo(anpr, 'direction')),
    veiculo: veiculo({
      tipo: campo(anpr, 'vehicletype'),
      cor: campo(anpr, 'vehicleinfo', 'color'),
    }),
    caixa: caixaDe(
      ['x', 'y', 'width', 'height'].map((nome) => numero(campo(retangulo, nome))),
      quadroDe(alerta, vistas),
    ),
    imagens: vistas,
    retransmissao: texto(campo(alerta, 'isdataretransmission'))?.toLowerCase() === 'true',
  });
}

export const hikvision: Dialeto = {
  nome: 'hikvision',
  reenvia: true,
  ler(mensagem, contexto) {
    const alerta = alertaDe(mensagem);
    const tipo = texto(campo(alerta, 'eventtype'), 60) ?? ANPR;
    const anpr = objeto(campo(alerta, 'anpr'));
    const isLeitura = tipo.toLowerCase() === ANPR || (anpr && ANTIGOS.includes(tipo.toLowerCase()));
    if (!isLeitura) return { tipo: 'ignorar', motivo: `Evento ${tipo} da câmera.` };
    if (!anpr) throw new Ilegivel('O aviso não traz a leitura da placa.', { ANPR: 'Ausente.' });
    return { tipo: 'leituras', leituras: [lerAnpr(alerta, anpr, mensagem, contexto)] };
  },
  resposta: () => CORPO_VAZIO,
};
