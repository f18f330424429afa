/**
 * OpenALPR, now Rekor Scout: the agent posts a group for each vehicle after it has passed. Source:
 * the fields that public receivers of `alpr_group` declare, among them OpenALPR-Webhook's
 * (`best_image_width`, `overview_jpeg`, `best_plate.plate_crop_jpeg`). Not verified: `alpr_alert`,
 * accepted with the group inside or with `plate_number`.
 */
import { type Dialeto, type DialetoResult, Ilegivel, type LeituraLida } from '../dialeto.ts';
import { boxBetween } from './caixa.ts';
import { decodeJpeg, pickImagens } from './imagem.ts';
import { findCampo, pickBest, toConfianca, toLista, toNumero, toObjeto, toTexto } from './json.ts';
import { fillLeitura, pickCandidatas, toPlaca, toVeiculo } from './leitura.ts';
import { extractObjeto, OBJETO_VAZIO } from './mensagem.ts';
import { fromMilliseconds } from './tempo.ts';

/** A car that waits longer than this at the gate is reported when it leaves: that is its time. */
const ESPERA_MS = 30_000;

function readInstante(grupo: unknown): Pick<LeituraLida, 'instante' | 'instanteDispositivo'> {
  const inicio = findCampo(grupo, 'epoch_start') ?? findCampo(grupo, 'epoch_time');
  const [comeco, fim] = [fromMilliseconds(inicio), fromMilliseconds(findCampo(grupo, 'epoch_end'))];
  const esperou = comeco && fim && fim.getTime() - comeco.getTime() > ESPERA_MS;
  return { instante: esperou ? fim : (comeco ?? fim), instanteDispositivo: toTexto(inicio, 60) };
}

/** The four corners of the plate, in the picture's points. */
function readCaixa(grupo: unknown): LeituraLida['caixa'] {
  const pontos = toLista(findCampo(grupo, 'best_plate', 'coordinates')).slice(0, 4);
  const axisValues = (nome: string) => pontos.map((ponto) => toNumero(findCampo(ponto, nome)));
  const [xs, ys] = [axisValues('x'), axisValues('y')];
  const [largura, altura] = ['best_image_width', 'best_image_height'].map((nome) =>
    toNumero(findCampo(grupo, nome)),
  );
  if (pontos.length < 4 || !largura || !altura || [...xs, ...ys].includes(null)) return null;
  const [x, y] = [xs as number[], ys as number[]];
  return boxBetween(
    { x0: Math.min(...x), y0: Math.min(...y), x1: Math.max(...x), y1: Math.max(...y) },
    { largura, altura },
  );
}

function readGrupo(grupo: unknown): LeituraLida {
  const melhorPlaca = findCampo(grupo, 'best_plate');
  const placa =
    toPlaca(findCampo(grupo, 'best_plate_number')) ||
    toPlaca(findCampo(melhorPlaca, 'plate')) ||
    toPlaca(findCampo(grupo, 'plate_number'));
  const outras = findCampo(melhorPlaca, 'candidates') ?? findCampo(grupo, 'candidates');
  const nota = findCampo(grupo, 'best_confidence') ?? findCampo(melhorPlaca, 'confidence');
  const seenAs = (nome: string) => findCampo(pickBest(findCampo(grupo, 'vehicle', nome)), 'name');
  return fillLeitura({
    ...readInstante(grupo),
    eventoId: toTexto(findCampo(grupo, 'best_uuid'), 120),
    camera: toTexto(findCampo(grupo, 'camera_id'), 100),
    placa,
    confianca: toConfianca(nota, 100),
    candidatas: pickCandidatas(
      toLista(outras).map((item) => ({
        placa: toPlaca(findCampo(item, 'plate')),
        confianca: toConfianca(findCampo(item, 'confidence'), 100),
      })),
      placa,
    ),
    sentido: toTexto(findCampo(grupo, 'travel_direction'), 20),
    veiculo: toVeiculo({
      tipo: seenAs('body_type'),
      marca: seenAs('make'),
      modelo: seenAs('make_model'),
      cor: seenAs('color'),
    }),
    caixa: readCaixa(grupo),
    imagens: pickImagens([
      { papel: 'cena', jpeg: decodeJpeg(findCampo(grupo, 'overview_jpeg')) },
      { papel: 'veiculo', jpeg: decodeJpeg(findCampo(grupo, 'vehicle_crop_jpeg')) },
      { papel: 'placa', jpeg: decodeJpeg(findCampo(melhorPlaca, 'plate_crop_jpeg')) },
    ]),
  });
}

function readAlerta(alerta: unknown): DialetoResult {
  const lida = readGrupo(toObjeto(findCampo(alerta, 'group')) ?? alerta);
  if (lida.placa === '') return { tipo: 'ignorar', motivo: 'Alerta sem placa.' };
  return { tipo: 'leituras', leituras: [lida] };
}

export const openalpr: Dialeto = {
  nome: 'openalpr',
  reenvia: false,
  read(mensagem) {
    const corpo = extractObjeto(mensagem);
    const tipo = toTexto(findCampo(corpo, 'data_type'))?.toLowerCase();
    if (!tipo) {
      throw new Ilegivel('A mensagem não diz o seu tipo (data_type).', { data_type: 'Ausente.' });
    }
    if (tipo === 'alpr_alert') return readAlerta(corpo);
    if (tipo !== 'alpr_group') return { tipo: 'ignorar', motivo: `Mensagem ${tipo}.` };
    if (/^(true|1)$/.test(String(findCampo(corpo, 'is_preview')))) {
      return { tipo: 'ignorar', motivo: 'Prévia de um grupo.' };
    }
    return { tipo: 'leituras', leituras: [readGrupo(corpo)] };
  },
  answer: () => OBJETO_VAZIO,
};
