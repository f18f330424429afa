/**
 * Dahua's ITSAPI, which Intelbras speaks too: TollgateInfo, KeepAlive and DeviceInfo by path.
 * Source: the maker's ITSAPI V1.19 as public receivers read it (github.com/madcat1991/
 * safewheels-dahua and others): local time without a zone, pictures in base64, `Unknow` for
 * unknown. The confidence's scale is not documented: 204 was seen, so a value above 100 shows that
 * the device counts to 255. Not verified: the XML variant, `BoundingBox` (left out).
 */
import { type Contexto, type Dialeto, Ilegivel, type Resultado } from '../dialeto.ts';
import { imagens, jpegDeBase64 } from './imagem.ts';
import {
  campo,
  confianca,
  decodificarTolerante,
  lerObjeto,
  numero,
  objeto,
  texto,
} from './json.ts';
import { leitura, palavra, placaLida, veiculo } from './leitura.ts';
import { corpo } from './mensagem.ts';
import { deIso } from './tempo.ts';

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

/** The scale that this value shows, or that the device has shown before. */
function escalaDe(nota: number | null, conhecida: number | null): number {
  if (nota !== null && nota > 100) return ESCALA_CHEIA;
  return conhecida ?? 100;
}

function lerPassagem(foto: unknown, { fuso, escala: conhecida }: Contexto): Resultado {
  const [placa, carro, registro] = ['Plate', 'Vehicle', 'SnapInfo'].map((nome) =>
    campo(foto, nome),
  );
  const nota = numero(campo(placa, 'Confidence'));
  const escala = escalaDe(nota, conhecida);
  const quando = campo(registro, 'AccurateTime') ?? campo(registro, 'SnapTime');
  const jpegDe = (nome: string) => jpegDeBase64(campo(foto, nome, 'Content'));
  const lida = leitura({
    camera: texto(campo(registro, 'DeviceID') ?? campo(placa, 'Channel'), 100),
    placa: placaLida(campo(placa, 'PlateNumber')),
    confianca: confianca(nota, escala),
    instante: deIso(quando, fuso),
    instanteDispositivo: texto(quando, 60),
    sentido: palavra(campo(registro, 'Direction')),
    veiculo: veiculo({
      tipo: campo(carro, 'VehicleType'),
      marca: campo(carro, 'VehicleSign'),
      modelo: campo(carro, 'VehicleSeries'),
      cor: campo(carro, 'VehicleColor'),
    }),
    imagens: imagens([
      { papel: 'cena', jpeg: jpegDe('NormalPic') },
      { papel: 'veiculo', jpeg: jpegDe('VehiclePic') },
      { papel: 'placa', jpeg: jpegDe('CutoutPic') },
    ]),
  });
  return { tipo: 'leituras', leituras: [lida], ...(escala === ESCALA_CHEIA && { escala }) };
}

export const itsapi: Dialeto = {
  nome: 'itsapi',
  reenvia: true,
  ler(mensagem, contexto) {
    const ignorado = IGNORADOS.find(([caminho]) => caminho.test(mensagem.caminho));
    if (ignorado) return { tipo: 'ignorar', motivo: ignorado[1] };
    const dados = lerObjeto(decodificarTolerante(corpo(mensagem)));
    const foto = objeto(campo(dados, 'Picture'));
    if (foto) return lerPassagem(foto, contexto);
    if (campo(dados, 'Active') !== undefined) return { tipo: 'ignorar', motivo: 'Sinal de vida.' };
    throw new Ilegivel('A mensagem não traz a passagem (Picture).', { Picture: 'Ausente.' });
  },
  resposta: () => RESPOSTA,
};
