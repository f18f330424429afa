/**
 * OpenALPR, today Rekor Scout: the agent posts a group for each vehicle once it has passed.
 * Source: the fields that public receivers of `alpr_group` declare, among them OpenALPR-Webhook's
 * (`best_image_width`, `overview_jpeg`, `best_plate.plate_crop_jpeg`). Not verified: `alpr_alert`,
 * taken with the group inside or with `plate_number`.
 */
import { type Dialeto, Ilegivel, type LeituraLida, type Resultado } from '../dialeto.ts';
import { caixaEntre } from './caixa.ts';
import { imagens, jpegDeBase64 } from './imagem.ts';
import { campo, confianca, lista, melhor, numero, objeto, texto } from './json.ts';
import { candidatas, leitura, placaLida, veiculo } from './leitura.ts';
import { OBJETO_VAZIO, objetoDaMensagem } from './mensagem.ts';
import { deMilissegundos } from './tempo.ts';

/** A car that waits longer than this at the gate is told of when it leaves: that is its time. */
const ESPERA_MS = 30_000;

function instanteDe(grupo: unknown): Pick<LeituraLida, 'instante' | 'instanteDispositivo'> {
  const inicio = campo(grupo, 'epoch_start') ?? campo(grupo, 'epoch_time');
  const [comeco, fim] = [deMilissegundos(inicio), deMilissegundos(campo(grupo, 'epoch_end'))];
  const esperou = comeco && fim && fim.getTime() - comeco.getTime() > ESPERA_MS;
  return { instante: esperou ? fim : (comeco ?? fim), instanteDispositivo: texto(inicio, 60) };
}

/** The four corners of the plate, in the picture's points. */
function caixaDoGrupo(grupo: unknown): LeituraLida['caixa'] {
  const pontos = lista(campo(grupo, 'best_plate', 'coordinates')).slice(0, 4);
  const eixo = (nome: string) => pontos.map((ponto) => numero(campo(ponto, nome)));
  const [xs, ys] = [eixo('x'), eixo('y')];
  const [largura, altura] = ['best_image_width', 'best_image_height'].map((nome) =>
    numero(campo(grupo, nome)),
  );
  if (pontos.length < 4 || !largura || !altura || [...xs, ...ys].includes(null)) return null;
  const [x, y] = [xs as number[], ys as number[]];
  return caixaEntre(
    { x0: Math.min(...x), y0: Math.min(...y), x1: Math.max(...x), y1: Math.max(...y) },
    { largura, altura },
  );
}

function lerGrupo(grupo: unknown): LeituraLida {
  const melhorPlaca = campo(grupo, 'best_plate');
  const placa =
    placaLida(campo(grupo, 'best_plate_number')) ||
    placaLida(campo(melhorPlaca, 'plate')) ||
    placaLida(campo(grupo, 'plate_number'));
  const outras = campo(melhorPlaca, 'candidates') ?? campo(grupo, 'candidates');
  const nota = campo(grupo, 'best_confidence') ?? campo(melhorPlaca, 'confidence');
  const visto = (nome: string) => campo(melhor(campo(grupo, 'vehicle', nome)), 'name');
  return leitura({
    ...instanteDe(grupo),
    eventoId: texto(campo(grupo, 'best_uuid'), 120),
    camera: texto(campo(grupo, 'camera_id'), 100),
    placa,
    confianca: confianca(nota, 100),
    candidatas: candidatas(
      lista(outras).map((item) => ({
        placa: placaLida(campo(item, 'plate')),
        confianca: confianca(campo(item, 'confidence'), 100),
      })),
      placa,
    ),
    sentido: texto(campo(grupo, 'travel_direction'), 20),
    veiculo: veiculo({
      tipo: visto('body_type'),
      marca: visto('make'),
      modelo: visto('make_model'),
      cor: visto('color'),
    }),
    caixa: caixaDoGrupo(grupo),
    imagens: imagens([
      { papel: 'cena', jpeg: jpegDeBase64(campo(grupo, 'overview_jpeg')) },
      { papel: 'veiculo', jpeg: jpegDeBase64(campo(grupo, 'vehicle_crop_jpeg')) },
      { papel: 'placa', jpeg: jpegDeBase64(campo(melhorPlaca, 'plate_crop_jpeg')) },
    ]),
  });
}

function lerAlerta(alerta: unknown): Resultado {
  const lida = lerGrupo(objeto(campo(alerta, 'group')) ?? alerta);
  if (lida.placa === '') return { tipo: 'ignorar', motivo: 'Alerta sem placa.' };
  return { tipo: 'leituras', leituras: [lida] };
}

export const openalpr: Dialeto = {
  nome: 'openalpr',
  reenvia: false,
  ler(mensagem) {
    const corpo = objetoDaMensagem(mensagem);
    const tipo = texto(campo(corpo, 'data_type'))?.toLowerCase();
    if (!tipo) {
      throw new Ilegivel('A mensagem não diz o seu tipo (data_type).', { data_type: 'Ausente.' });
    }
    if (tipo === 'alpr_alert') return lerAlerta(corpo);
    if (tipo !== 'alpr_group') return { tipo: 'ignorar', motivo: `Mensagem ${tipo}.` };
    if (/^(true|1)$/.test(String(campo(corpo, 'is_preview')))) {
      return { tipo: 'ignorar', motivo: 'Prévia de um grupo.' };
    }
    return { tipo: 'leituras', leituras: [lerGrupo(corpo)] };
  },
  resposta: () => OBJETO_VAZIO,
};
