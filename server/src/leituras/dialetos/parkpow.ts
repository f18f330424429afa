/**
 * Messages for ParkPow: `log-vehicle` with its picture in base64, and the webhook of Stream. The
 * body shows which one it is, so both paths accept both. Source: the bridges in
 * github.com/parkpow/deep-license-plate-recognition (parkpow/axis-lpr, hikvision-lpr,
 * verkada-lpr-webhooks). They write the time in UTC, some without a zone.
 */
import { type Dialeto, type DialetoResult, Ilegivel } from '../dialeto.ts';
import { decodeJpeg } from './imagem.ts';
import { findCampo, type JsonObject, toLista, toObjeto, toTexto } from './json.ts';
import { extractObjeto, OBJETO_VAZIO } from './mensagem.ts';
import { readWebhook } from './platerecognizer.ts';
import { readResultado } from './resultado.ts';
import { fromIso } from './tempo.ts';

function readVeiculo(corpo: JsonObject): DialetoResult {
  const resultados = findCampo(corpo, 'results');
  if (!Array.isArray(resultados)) {
    throw new Ilegivel('A mensagem não traz a lista de resultados.', { results: 'Ausente.' });
  }
  const lidos = toLista(resultados).filter((item) => toObjeto(item) !== null);
  if (lidos.length === 0) return { tipo: 'ignorar', motivo: 'Nenhuma placa na imagem.' };
  const imagem = decodeJpeg(findCampo(corpo, 'image'));
  const quando = findCampo(corpo, 'time');
  const leituras = lidos.map((item) => ({
    ...readResultado(item, imagem),
    camera: toTexto(findCampo(corpo, 'camera'), 100),
    instante: fromIso(quando),
    instanteDispositivo: toTexto(quando, 60),
  }));
  return { tipo: 'leituras', leituras };
}

export const parkpow: Dialeto = {
  nome: 'parkpow',
  reenvia: false,
  read(mensagem) {
    const corpo = extractObjeto(mensagem);
    const isWebhook = toObjeto(findCampo(corpo, 'data')) ?? toObjeto(findCampo(corpo, 'hook'));
    return isWebhook ? readWebhook(corpo, mensagem) : readVeiculo(corpo);
  },
  answer: () => OBJETO_VAZIO,
};
