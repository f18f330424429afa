/**
 * One result of Plate Recognizer's engine, which Stream, Snapshot and ParkPow's bridges all send.
 * It has two shapes, told apart by the type of `plate`: a text, or an object (null for a vehicle
 * without one) whose texts are in `props`.
 */
import type { LeituraLida } from '../dialeto.ts';
import { caixaEntre } from './caixa.ts';
import { type Tamanho, tamanhoJpeg } from './imagem.ts';
import { campo, confianca, lista, melhor, numero, objeto, texto } from './json.ts';
import { candidatas, leitura, palavra, placaLida, veiculo } from './leitura.ts';

type Candidata = LeituraLida['candidatas'][number];

/** The vendor's Verkada bridge leaves the plate itself where the kind of object belongs. */
const PARECE_PLACA = /^(?=.{0,9}[0-9])[A-Za-z0-9 -]{4,10}$/;

function doObjeto(plate: unknown): Candidata[] {
  const lidas = lista(campo(plate, 'props', 'plate')).map((item) => ({
    placa: placaLida(campo(item, 'value')),
    confianca: confianca(campo(item, 'score')),
  }));
  if (lidas.length > 0) {
    return lidas.sort((uma, outra) => (outra.confianca ?? 0) - (uma.confianca ?? 0));
  }
  const tipo = placaLida(campo(plate, 'type'));
  if (!PARECE_PLACA.test(tipo)) return [];
  return [{ placa: tipo, confianca: confianca(campo(plate, 'score')) }];
}

function doTexto(resultado: unknown): Candidata[] {
  const lider = {
    placa: placaLida(campo(resultado, 'plate')),
    confianca: confianca(campo(resultado, 'score')),
  };
  const outras = lista(campo(resultado, 'candidates')).map((item) => ({
    placa: placaLida(campo(item, 'plate')),
    confianca: confianca(campo(item, 'score')),
  }));
  return [lider, ...outras];
}

const cantos = (box: unknown) => ({
  x0: numero(campo(box, 'xmin')),
  y0: numero(campo(box, 'ymin')),
  x1: numero(campo(box, 'xmax')),
  y1: numero(campo(box, 'ymax')),
});

/** Which end of the vehicle was seen, a word that a device's rule can name; or else its degrees. */
function sentido(resultado: unknown, orientacoes: unknown): string | null {
  const visto = melhor(orientacoes);
  return (
    palavra(campo(visto, 'orientation')) ??
    palavra(campo(visto, 'value')) ??
    texto(campo(resultado, 'direction'), 20)
  );
}

/**
 * Stream sends the whole frame or, as its sample settings do, the vehicle cut out of it: boxes are
 * the frame's either way, so a vehicle that does not fit shows that this is not the frame.
 */
function quadroDe(box: unknown, jpeg: Buffer | null): Tamanho | null {
  const tamanho = jpeg && tamanhoJpeg(jpeg);
  return tamanho && (!objeto(box) || caixaEntre(cantos(box), tamanho)) ? tamanho : null;
}

/** The reading in a result; `jpeg` is the picture that came with the message. */
export function lerResultado(resultado: unknown, jpeg: Buffer | null): LeituraLida {
  const plate = campo(resultado, 'plate');
  const emObjeto = typeof plate === 'object';
  const carro = campo(resultado, 'vehicle');
  const visto = emObjeto ? campo(carro, 'props') : resultado;
  const [lider, ...outras] = emObjeto ? doObjeto(plate) : doTexto(resultado);
  const feito = melhor(campo(visto, emObjeto ? 'make_model' : 'model_make'));
  const cor = melhor(campo(visto, 'color'));
  const quadro = quadroDe(campo(carro, 'box'), jpeg);
  const placa = lider?.placa ?? '';
  return leitura({
    placa,
    confianca: lider?.confianca ?? null,
    candidatas: candidatas(outras, placa),
    sentido: sentido(resultado, campo(visto, 'orientation')),
    veiculo: veiculo({
      tipo: campo(carro, 'type'),
      marca: campo(feito, 'make'),
      modelo: campo(feito, 'model'),
      cor: campo(cor, 'color') ?? campo(cor, 'value'),
    }),
    caixa: caixaEntre(cantos(campo(emObjeto ? plate : resultado, 'box')), quadro),
    imagens: jpeg ? [{ papel: quadro ? 'cena' : 'veiculo', jpeg }] : [],
  });
}
