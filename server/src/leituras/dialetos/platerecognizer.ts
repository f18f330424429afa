/**
 * Plate Recognizer: Stream's webhooks, and Snapshot's answers and webhooks. Source:
 * guides.platerecognizer.com (Stream 'Webhooks and Output formats', Snapshot 'Webhooks for
 * Snapshot'), the webhook readers in github.com/parkpow/deep-license-plate-recognition, and a
 * published Stream webhook. Not verified: fields of the events that are ignored here.
 */
import { type DeviceMessage, type Dialeto, type DialetoResult, Ilegivel } from '../dialeto.ts';
import { jpeg } from './imagem.ts';
import { findCampo, type JsonObject, toLista, toObjeto, toTexto } from './json.ts';
import { extractObjeto, OBJETO_VAZIO } from './mensagem.ts';
import { readResultado } from './resultado.ts';
import { fromIso } from './tempo.ts';

const EVENTOS = ['recognition', 'image.done'];

function findImagem(mensagem: DeviceMessage): Buffer | null {
  for (const { bytes } of mensagem.partes) {
    const boa = jpeg(bytes);
    if (boa) return boa;
  }
  return null;
}

/** `hook.id` belongs to the camera or the hook, so the event's id is composed of other fields. */
function buildEventoId(dados: unknown, indice: number): string | null {
  const camera = toTexto(findCampo(dados, 'camera_id'), 60) ?? '';
  // The end of a path is more specific than its beginning.
  const arquivo = (toTexto(findCampo(dados, 'filename'), 2_000) ?? '').slice(-80).toWellFormed();
  const quando = toTexto(findCampo(dados, 'timestamp'), 40) ?? '';
  return arquivo || quando ? `${camera}|${arquivo}|${quando}|${indice}` : null;
}

/** The readings of a webhook, or of a bare answer of Snapshot. */
export function readWebhook(corpo: JsonObject, mensagem: DeviceMessage): DialetoResult {
  const evento = toTexto(findCampo(corpo, 'hook', 'event'));
  if (evento !== null && !EVENTOS.includes(evento.toLowerCase())) {
    return { tipo: 'ignorar', motivo: `Evento ${evento} do Plate Recognizer.` };
  }
  const dados = toObjeto(findCampo(corpo, 'data')) ?? corpo;
  const resultados = findCampo(dados, 'results');
  if (!Array.isArray(resultados)) {
    throw new Ilegivel('A mensagem não traz a lista de resultados.', { results: 'Ausente.' });
  }
  const lidos = toLista(resultados).filter((item) => toObjeto(item) !== null);
  if (lidos.length === 0) return { tipo: 'ignorar', motivo: 'Nenhuma placa na imagem.' };
  const imagem = findImagem(mensagem);
  const [quando, local] = [findCampo(dados, 'timestamp'), findCampo(dados, 'timestamp_local')];
  const leituras = lidos.map((item, indice) => ({
    ...readResultado(item, imagem),
    eventoId: buildEventoId(dados, indice),
    camera: toTexto(findCampo(dados, 'camera_id'), 100),
    instante: fromIso(quando) ?? fromIso(local),
    instanteDispositivo: toTexto(quando, 60) ?? toTexto(local, 60),
  }));
  return { tipo: 'leituras', leituras };
}

export const platerecognizer: Dialeto = {
  nome: 'platerecognizer',
  reenvia: false,
  read: (mensagem) => readWebhook(extractObjeto(mensagem), mensagem),
  answer: () => OBJETO_VAZIO,
};
