/**
 * One result of Plate Recognizer's engine, which Stream, Snapshot and ParkPow's bridges all send.
 * It has two shapes, distinguished by the type of `plate`: a text, or an object (null for a vehicle
 * without one) whose texts are in `props`.
 */
import type { LeituraLida } from '../dialeto.ts';
import { boxBetween } from './caixa.ts';
import { type ImageSize, readTamanho } from './imagem.ts';
import { findCampo, pickBest, toConfianca, toLista, toNumero, toObjeto, toTexto } from './json.ts';
import { fillLeitura, pickCandidatas, toPalavra, toPlaca, toVeiculo } from './leitura.ts';

type Candidata = LeituraLida['candidatas'][number];

/** The maker's Verkada bridge writes the plate into the field for the kind of object. */
const PARECE_PLACA = /^(?=.{0,9}[0-9])[A-Za-z0-9 -]{4,10}$/;

function readObjeto(plate: unknown): Candidata[] {
  const lidas = toLista(findCampo(plate, 'props', 'plate')).map((item) => ({
    placa: toPlaca(findCampo(item, 'value')),
    confianca: toConfianca(findCampo(item, 'score')),
  }));
  if (lidas.length > 0) {
    return lidas.sort((uma, outra) => (outra.confianca ?? 0) - (uma.confianca ?? 0));
  }
  const tipo = toPlaca(findCampo(plate, 'type'));
  if (!PARECE_PLACA.test(tipo)) return [];
  return [{ placa: tipo, confianca: toConfianca(findCampo(plate, 'score')) }];
}

function readTexto(resultado: unknown): Candidata[] {
  const lider = {
    placa: toPlaca(findCampo(resultado, 'plate')),
    confianca: toConfianca(findCampo(resultado, 'score')),
  };
  const outras = toLista(findCampo(resultado, 'candidates')).map((item) => ({
    placa: toPlaca(findCampo(item, 'plate')),
    confianca: toConfianca(findCampo(item, 'score')),
  }));
  return [lider, ...outras];
}

const readCantos = (box: unknown) => ({
  x0: toNumero(findCampo(box, 'xmin')),
  y0: toNumero(findCampo(box, 'ymin')),
  x1: toNumero(findCampo(box, 'xmax')),
  y1: toNumero(findCampo(box, 'ymax')),
});

/** The visible end of the vehicle, a word that a device's rule can name; otherwise its degrees. */
function readSentido(resultado: unknown, orientacoes: unknown): string | null {
  const visto = pickBest(orientacoes);
  return (
    toPalavra(findCampo(visto, 'orientation')) ??
    toPalavra(findCampo(visto, 'value')) ??
    toTexto(findCampo(resultado, 'direction'), 20)
  );
}

/**
 * Stream sends the whole frame or, with its sample settings, only the vehicle. Boxes refer to the
 * frame in both cases, so a vehicle that does not fit shows that the picture is not the frame.
 */
function findQuadro(box: unknown, jpeg: Buffer | null): ImageSize | null {
  const tamanho = jpeg && readTamanho(jpeg);
  return tamanho && (!toObjeto(box) || boxBetween(readCantos(box), tamanho)) ? tamanho : null;
}

/** The reading of a result; `jpeg` is the picture of the message. */
export function readResultado(resultado: unknown, jpeg: Buffer | null): LeituraLida {
  const plate = findCampo(resultado, 'plate');
  const emObjeto = typeof plate === 'object';
  const carro = findCampo(resultado, 'vehicle');
  const visto = emObjeto ? findCampo(carro, 'props') : resultado;
  const [lider, ...outras] = emObjeto ? readObjeto(plate) : readTexto(resultado);
  const feito = pickBest(findCampo(visto, emObjeto ? 'make_model' : 'model_make'));
  const cor = pickBest(findCampo(visto, 'color'));
  const quadro = findQuadro(findCampo(carro, 'box'), jpeg);
  const placa = lider?.placa ?? '';
  return fillLeitura({
    placa,
    confianca: lider?.confianca ?? null,
    candidatas: pickCandidatas(outras, placa),
    sentido: readSentido(resultado, findCampo(visto, 'orientation')),
    veiculo: toVeiculo({
      tipo: findCampo(carro, 'type'),
      marca: findCampo(feito, 'make'),
      modelo: findCampo(feito, 'model'),
      cor: findCampo(cor, 'color') ?? findCampo(cor, 'value'),
    }),
    caixa: boxBetween(readCantos(findCampo(emObjeto ? plate : resultado, 'box')), quadro),
    imagens: jpeg ? [{ papel: quadro ? 'cena' : 'veiculo', jpeg }] : [],
  });
}
