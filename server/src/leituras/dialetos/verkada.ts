/**
 * Verkada's LPR webhook. Source: apidocs.verkada.com/reference/lpr. `created` is in seconds,
 * `detected` in milliseconds: the more exact one is used. The order of `crop` is not documented: in
 * both published samples the pairs are two ranges, and as rows then columns they have the shape of
 * a plate (2 : 1 in a 16 : 9 frame).
 */
import { type Dialeto, Ilegivel } from '../dialeto.ts';
import { boxBetween, FRACOES } from './caixa.ts';
import { pickEnderecos } from './imagem.ts';
import { findCampo, toConfianca, toLista, toNumero, toObjeto, toTexto } from './json.ts';
import { fillLeitura, toPlaca } from './leitura.ts';
import { extractObjeto, OBJETO_VAZIO } from './mensagem.ts';
import { fromMilliseconds, fromSeconds } from './tempo.ts';

export const verkada: Dialeto = {
  nome: 'verkada',
  reenvia: false,
  read(mensagem) {
    const corpo = extractObjeto(mensagem);
    const tipo = toTexto(findCampo(corpo, 'webhook_type'));
    if (tipo !== null && tipo.toLowerCase() !== 'lpr') {
      return { tipo: 'ignorar', motivo: `Webhook ${tipo} da Verkada.` };
    }
    const dados = toObjeto(findCampo(corpo, 'data'));
    if (!dados)
      throw new Ilegivel('A mensagem não traz os dados da leitura.', { data: 'Ausente.' });
    const camera = toTexto(findCampo(dados, 'camera_id'), 100);
    const [detectada, criada] = [findCampo(dados, 'detected'), findCampo(dados, 'created')];
    const detectadaEm = toTexto(detectada, 60);
    const [y0 = null, y1 = null, x0 = null, x1 = null] = toLista(findCampo(dados, 'crop')).map(
      toNumero,
    );
    const lida = fillLeitura({
      eventoId: camera && detectadaEm ? `${camera}|${detectadaEm}` : null,
      camera,
      placa: toPlaca(findCampo(dados, 'license_plate_number')),
      confianca: toConfianca(findCampo(dados, 'confidence')),
      instante: fromMilliseconds(detectada) ?? fromSeconds(criada),
      instanteDispositivo: detectadaEm ?? toTexto(criada, 60),
      caixa: boxBetween({ x0, y0, x1, y1 }, FRACOES),
      enderecosImagem: pickEnderecos([{ papel: 'placa', url: findCampo(dados, 'image_url') }]),
    });
    return { tipo: 'leituras', leituras: [lida] };
  },
  answer: () => OBJETO_VAZIO,
};
