/**
 * Axis License Plate Verifier and FF LPR: numbers as texts; new, update… and lost describe one
 * passage. Source: developer.axis.com (VAPIX, License plate verifier API), the sample and the form
 * of `event` and `image` in github.com/parkpow/deep-license-plate-recognition (parkpow/axis-lpr),
 * and public receivers with `vehicle_info`, batches and `ImageArray`. `imagesURI` is a path on the
 * camera, useless without its address. Not verified: confidences in percent (one receiver).
 */
import type { PapelImagem } from '@unipark/contract/passagem';
import {
  type DeviceContext,
  type DeviceMessage,
  type Dialeto,
  Ilegivel,
  type LeituraLida,
} from '../dialeto.ts';
import { boxFrom } from './caixa.ts';
import { decodeJpeg, jpeg, pickEnderecos, pickImagens, readTamanho } from './imagem.ts';
import { findCampo, parseJson, toConfianca, toLista, toNumero, toObjeto, toTexto } from './json.ts';
import { fillLeitura, toPalavra, toPlaca, toVeiculo } from './leitura.ts';
import { extractJson, OBJETO_VAZIO } from './mensagem.ts';
import { fromCompact, fromMilliseconds } from './tempo.ts';

const PAPEIS = new Map<string, PapelImagem>([
  ['plate', 'placa'],
  ['vehicle', 'veiculo'],
]);

const findPapel = (tipo: unknown): PapelImagem =>
  PAPEIS.get(toTexto(tipo, 20)?.toLowerCase() ?? '') ?? 'cena';

/** Pictures of the form and of the message itself. */
function readImagens(evento: unknown, mensagem: DeviceMessage): LeituraLida['imagens'] {
  const papel = findPapel(findCampo(evento, 'imageType'));
  const dentro = findCampo(evento, 'ImageArray') ?? findCampo(evento, 'imageArray');
  return pickImagens([
    ...mensagem.partes.map(({ bytes }) => ({ papel, jpeg: jpeg(bytes) })),
    ...toLista(dentro).map((item) => ({
      papel: findPapel(findCampo(item, 'ImageType')),
      jpeg: decodeJpeg(findCampo(item, 'BinaryImage') ?? item),
    })),
  ]);
}

function findPlaca(evento: unknown): string {
  const nomes = ['plateUTF8', 'plateASCII', 'plateText', 'plateUnicode'];
  return nomes.map((nome) => toPlaca(findCampo(evento, nome))).find(Boolean) ?? '';
}

/** `carID` restarts each day and is separate for each camera. */
function buildEventoId(
  serie: string | null,
  carro: string | null,
  evento: unknown,
  quando: Date | null,
) {
  const dito = /^\d{8}/.exec(toTexto(findCampo(evento, 'datetime'), 40) ?? '')?.[0];
  const dia = dito ?? quando?.toISOString().slice(0, 10);
  return serie && carro && dia ? `${serie}|${dia}|${carro}` : null;
}

function readCarro(evento: unknown, mensagem: DeviceMessage, { fuso }: DeviceContext): LeituraLida {
  const info = findCampo(evento, 'camera_info');
  const camera = toTexto(
    findCampo(info, 'SerialNumber') ?? findCampo(evento, 'sensorProviderID'),
    100,
  );
  const [captura, dataHora] = [
    findCampo(evento, 'capture_timestamp'),
    findCampo(evento, 'datetime'),
  ];
  const instante = fromMilliseconds(captura) ?? fromCompact(dataHora, fuso);
  const vistas = readImagens(evento, mensagem);
  const cena = vistas.find(({ papel }) => papel === 'cena');
  const nota = findCampo(evento, 'plateConfidence');
  return fillLeitura({
    eventoId: buildEventoId(camera, toTexto(findCampo(evento, 'carID'), 40), evento, instante),
    camera,
    atualiza: /^(update|lost)$/.test(
      toTexto(findCampo(evento, 'carState'), 20)?.toLowerCase() ?? '',
    ),
    placa: findPlaca(evento),
    confianca: toConfianca(nota) ?? toConfianca(nota, 100),
    instante,
    instanteDispositivo: toTexto(captura, 60) ?? toTexto(dataHora, 60),
    sentido: toPalavra(findCampo(evento, 'carMoveDirection')),
    veiculo: toVeiculo({
      tipo: findCampo(evento, 'vehicle_info', 'type'),
      marca: findCampo(evento, 'vehicle_info', 'brand'),
      modelo: findCampo(evento, 'vehicle_info', 'model'),
      cor: findCampo(evento, 'vehicle_info', 'color'),
    }),
    caixa: boxFrom(
      toLista(findCampo(evento, 'plateCoordinates')).map(toNumero),
      cena ? readTamanho(cena.jpeg) : null,
    ),
    imagens: vistas,
    enderecosImagem: pickEnderecos(
      toLista(findCampo(evento, 'imagesURI')).map((url) => ({ papel: 'cena', url })),
    ),
  });
}

const CAMPOS_CARRO = ['carID', 'carState', 'plateUTF8', 'plateASCII', 'plateText'];
const isCarro = (item: unknown): boolean =>
  CAMPOS_CARRO.some((nome) => findCampo(item, nome) !== undefined);

export const axis: Dialeto = {
  nome: 'axis',
  reenvia: false,
  read(mensagem, contexto) {
    const corpo = parseJson(extractJson(mensagem));
    const eventos = Array.isArray(corpo) ? toLista(corpo) : [corpo];
    const carros = eventos.filter(isCarro);
    if (carros.length === 0) {
      if (toObjeto(findCampo(eventos[0], 'camera_info'))) {
        return { tipo: 'ignorar', motivo: 'Mensagem da Axis sem veículo.' };
      }
      throw new Ilegivel('A mensagem não traz a placa.', { plateUTF8: 'Ausente.' });
    }
    return {
      tipo: 'leituras',
      leituras: carros.map((carro) => readCarro(carro, mensagem, contexto)),
    };
  },
  answer: () => OBJETO_VAZIO,
};
