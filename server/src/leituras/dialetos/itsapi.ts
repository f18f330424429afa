/**
 * Dahua's ITSAPI, also used by Intelbras: TollgateInfo, KeepAlive and DeviceInfo by path. Source:
 * the maker's ITSAPI V1.19 as public receivers read it (github.com/madcat1991/ safewheels-dahua and
 * others): local time without a zone, pictures in base64, `Unknow` for unknown. The confidence's
 * scale is not documented: 204 occurs, so a value above 100 shows that the device counts to 255.
 * Not verified: the XML variant, `BoundingBox` (left out).
 */
import { type DeviceContext, type Dialeto, type DialetoResult, Ilegivel } from '../dialeto.ts';
import { decodeJpeg, pickImagens } from './imagem.ts';
import {
  decodeLoosely,
  findCampo,
  parseObjeto,
  toConfianca,
  toNumero,
  toObjeto,
  toTexto,
} from './json.ts';
import { fillLeitura, toPalavra, toPlaca, toVeiculo } from './leitura.ts';
import { getCorpo } from './mensagem.ts';
import { fromIso } from './tempo.ts';

const ESCALA_CHEIA = 255;

const RESPOSTA = {
  status: 200,
  tipo: 'application/json',
  corpo: '{"Result":true,"Message":"Success"}',
};

const IGNORADOS: [RegExp, string][] = [
  [/\/keepalive\/?$/i, 'Sinal de vida.'],
  [/\/deviceinfo\/?$/i, 'Apresentação do dispositivo.'],
];

/** The scale that this value reveals, or the one known from earlier messages. */
function pickEscala(nota: number | null, conhecida: number | null): number {
  if (nota !== null && nota > 100) return ESCALA_CHEIA;
  return conhecida ?? 100;
}

function readPassagem(foto: unknown, { fuso, escala: conhecida }: DeviceContext): DialetoResult {
  const [placa, carro, registro] = ['Plate', 'Vehicle', 'SnapInfo'].map((nome) =>
    findCampo(foto, nome),
  );
  const nota = toNumero(findCampo(placa, 'Confidence'));
  const escala = pickEscala(nota, conhecida);
  const quando = findCampo(registro, 'AccurateTime') ?? findCampo(registro, 'SnapTime');
  const jpegAt = (nome: string) => decodeJpeg(findCampo(foto, nome, 'Content'));
  const lida = fillLeitura({
    camera: toTexto(findCampo(registro, 'DeviceID') ?? findCampo(placa, 'Channel'), 100),
    placa: toPlaca(findCampo(placa, 'PlateNumber')),
    confianca: toConfianca(nota, escala),
    instante: fromIso(quando, fuso),
    instanteDispositivo: toTexto(quando, 60),
    sentido: toPalavra(findCampo(registro, 'Direction')),
    veiculo: toVeiculo({
      tipo: findCampo(carro, 'VehicleType'),
      marca: findCampo(carro, 'VehicleSign'),
      modelo: findCampo(carro, 'VehicleSeries'),
      cor: findCampo(carro, 'VehicleColor'),
    }),
    imagens: pickImagens([
      { papel: 'cena', jpeg: jpegAt('NormalPic') },
      { papel: 'veiculo', jpeg: jpegAt('VehiclePic') },
      { papel: 'placa', jpeg: jpegAt('CutoutPic') },
    ]),
  });
  return { tipo: 'leituras', leituras: [lida], ...(escala === ESCALA_CHEIA && { escala }) };
}

export const itsapi: Dialeto = {
  nome: 'itsapi',
  reenvia: true,
  read(mensagem, contexto) {
    const ignorado = IGNORADOS.find(([caminho]) => caminho.test(mensagem.caminho));
    if (ignorado) return { tipo: 'ignorar', motivo: ignorado[1] };
    const dados = parseObjeto(decodeLoosely(getCorpo(mensagem)));
    const foto = toObjeto(findCampo(dados, 'Picture'));
    if (foto) return readPassagem(foto, contexto);
    if (findCampo(dados, 'Active') !== undefined)
      return { tipo: 'ignorar', motivo: 'Sinal de vida.' };
    throw new Ilegivel('A mensagem não traz a passagem (Picture).', { Picture: 'Ausente.' });
  },
  answer: () => RESPOSTA,
};
