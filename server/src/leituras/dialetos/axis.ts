/**
 * Axis License Plate Verifier and FF LPR: numbers as texts; new, update… and lost tell one passage.
 * Source: developer.axis.com (VAPIX, License plate verifier API), the sample and the form of
 * `event` and `image` in github.com/parkpow/deep-license-plate-recognition (parkpow/axis-lpr), and
 * public receivers with `vehicle_info`, batches and `ImageArray`. `imagesURI` is the camera's own
 * path, of no use without its address. Not verified: confidences in percent (one receiver).
 */
import type { PapelImagem } from '@unipark/contract/passagem';
import {
  type Contexto,
  type Dialeto,
  Ilegivel,
  type LeituraLida,
  type Mensagem,
} from '../dialeto.ts';
import { caixaDe } from './caixa.ts';
import { enderecos, imagens, jpeg, jpegDeBase64, tamanhoJpeg } from './imagem.ts';
import { campo, confianca, lerJson, lista, numero, objeto, texto } from './json.ts';
import { leitura, palavra, placaLida, veiculo } from './leitura.ts';
import { jsonDaMensagem, OBJETO_VAZIO } from './mensagem.ts';
import { deCompacta, deMilissegundos } from './tempo.ts';

const PAPEIS = new Map<string, PapelImagem>([
  ['plate', 'placa'],
  ['vehicle', 'veiculo'],
]);

const papelDe = (tipo: unknown): PapelImagem =>
  PAPEIS.get(texto(tipo, 20)?.toLowerCase() ?? '') ?? 'cena';

/** Pictures of the form and of the message itself. */
function imagensDe(evento: unknown, mensagem: Mensagem): LeituraLida['imagens'] {
  const papel = papelDe(campo(evento, 'imageType'));
  const dentro = campo(evento, 'ImageArray') ?? campo(evento, 'imageArray');
  return imagens([
    ...mensagem.partes.map(({ bytes }) => ({ papel, jpeg: jpeg(bytes) })),
    ...lista(dentro).map((item) => ({
      papel: papelDe(campo(item, 'ImageType')),
      jpeg: jpegDeBase64(campo(item, 'BinaryImage') ?? item),
    })),
  ]);
}

function placaDe(evento: unknown): string {
  const nomes = ['plateUTF8', 'plateASCII', 'plateText', 'plateUnicode'];
  return nomes.map((nome) => placaLida(campo(evento, nome))).find(Boolean) ?? '';
}

/** `carID` begins again each day and with each camera. */
function eventoDe(
  serie: string | null,
  carro: string | null,
  evento: unknown,
  quando: Date | null,
) {
  const dito = /^\d{8}/.exec(texto(campo(evento, 'datetime'), 40) ?? '')?.[0];
  const dia = dito ?? quando?.toISOString().slice(0, 10);
  return serie && carro && dia ? `${serie}|${dia}|${carro}` : null;
}

function lerCarro(evento: unknown, mensagem: Mensagem, { fuso }: Contexto): LeituraLida {
  const info = campo(evento, 'camera_info');
  const camera = texto(campo(info, 'SerialNumber') ?? campo(evento, 'sensorProviderID'), 100);
  const [captura, dataHora] = [campo(evento, 'capture_timestamp'), campo(evento, 'datetime')];
  const instante = deMilissegundos(captura) ?? deCompacta(dataHora, fuso);
  const vistas = imagensDe(evento, mensagem);
  const cena = vistas.find(({ papel }) => papel === 'cena');
  const nota = campo(evento, 'plateConfidence');
  return leitura({
    eventoId: eventoDe(camera, texto(campo(evento, 'carID'), 40), evento, instante),
    camera,
    placa: placaDe(evento),
    confianca: confianca(nota) ?? confianca(nota, 100),
    instante,
    instanteDispositivo: texto(captura, 60) ?? texto(dataHora, 60),
    sentido: palavra(campo(evento, 'carMoveDirection')),
    veiculo: veiculo({
      tipo: campo(evento, 'vehicle_info', 'type'),
      marca: campo(evento, 'vehicle_info', 'brand'),
      modelo: campo(evento, 'vehicle_info', 'model'),
      cor: campo(evento, 'vehicle_info', 'color'),
    }),
    caixa: caixaDe(
      lista(campo(evento, 'plateCoordinates')).map(numero),
      cena ? tamanhoJpeg(cena.jpeg) : null,
    ),
    imagens: vistas,
    enderecosImagem: enderecos(
      lista(campo(evento, 'imagesURI')).map((url) => ({ papel: 'cena', url })),
    ),
  });
}

const CAMPOS_CARRO = ['carID', 'carState', 'plateUTF8', 'plateASCII', 'plateText'];
const isCarro = (item: unknown): boolean =>
  CAMPOS_CARRO.some((nome) => campo(item, nome) !== undefined);

export const axis: Dialeto = {
  nome: 'axis',
  reenvia: false,
  ler(mensagem, contexto) {
    const corpo = lerJson(jsonDaMensagem(mensagem));
    const eventos = Array.isArray(corpo) ? lista(corpo) : [corpo];
    const carros = eventos.filter(isCarro);
    if (carros.length === 0) {
      if (objeto(campo(eventos[0], 'camera_info'))) {
        return { tipo: 'ignorar', motivo: 'Mensagem da Axis sem veículo.' };
      }
      throw new Ilegivel('A mensagem não traz a placa.', { plateUTF8: 'Ausente.' });
    }
    return {
      tipo: 'leituras',
      leituras: carros.map((carro) => lerCarro(carro, mensagem, contexto)),
    };
  },
  resposta: () => OBJETO_VAZIO,
};
