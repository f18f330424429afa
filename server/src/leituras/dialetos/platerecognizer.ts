/**
 * Plate Recognizer: Stream's webhooks, and Snapshot's answers and webhooks.
 * Source: guides.platerecognizer.com (Stream 'Webhooks and Output formats', Snapshot 'Webhooks for
 * Snapshot'), the webhook readers in github.com/parkpow/deep-license-plate-recognition, and a
 * published Stream webhook. Not verified: fields of the events that are ignored here.
 */
import { type Dialeto, Ilegivel, type Mensagem, type Resultado } from '../dialeto.ts';
import { jpeg } from './imagem.ts';
import { campo, lista, type Objeto, objeto, texto } from './json.ts';
import { OBJETO_VAZIO, objetoDaMensagem } from './mensagem.ts';
import { lerResultado } from './resultado.ts';
import { deIso } from './tempo.ts';

const EVENTOS = ['recognition', 'image.done'];

/** The first picture of a form. */
function imagemDe(mensagem: Mensagem): Buffer | null {
  for (const { bytes } of mensagem.partes) {
    const boa = jpeg(bytes);
    if (boa) return boa;
  }
  return null;
}

/** `hook.id` is the camera's or the hook's, so the event's id is put together. */
function eventoDe(dados: unknown, indice: number): string | null {
  const camera = texto(campo(dados, 'camera_id'), 60) ?? '';
  // The end of a path tells more than its beginning.
  const arquivo = (texto(campo(dados, 'filename'), 2_000) ?? '').slice(-80).toWellFormed();
  const quando = texto(campo(dados, 'timestamp'), 40) ?? '';
  return arquivo || quando ? `${camera}|${arquivo}|${quando}|${indice}` : null;
}

/** The readings of a webhook, or of a bare answer of Snapshot. */
export function lerWebhook(corpo: Objeto, mensagem: Mensagem): Resultado {
  const evento = texto(campo(corpo, 'hook', 'event'));
  if (evento !== null && !EVENTOS.includes(evento.toLowerCase())) {
    return { tipo: 'ignorar', motivo: `Evento ${evento} do Plate Recognizer.` };
  }
  const dados = objeto(campo(corpo, 'data')) ?? corpo;
  const resultados = campo(dados, 'results');
  if (!Array.isArray(resultados)) {
    throw new Ilegivel('A mensagem não traz a lista de resultados.', { results: 'Ausente.' });
  }
  const lidos = lista(resultados).filter((item) => objeto(item) !== null);
  if (lidos.length === 0) return { tipo: 'ignorar', motivo: 'Nenhuma placa na imagem.' };
  const imagem = imagemDe(mensagem);
  const [quando, local] = [campo(dados, 'timestamp'), campo(dados, 'timestamp_local')];
  const leituras = lidos.map((item, indice) => ({
    ...lerResultado(item, imagem),
    eventoId: eventoDe(dados, indice),
    camera: texto(campo(dados, 'camera_id'), 100),
    instante: deIso(quando) ?? deIso(local),
    instanteDispositivo: texto(quando, 60) ?? texto(local, 60),
  }));
  return { tipo: 'leituras', leituras };
}

export const platerecognizer: Dialeto = {
  nome: 'platerecognizer',
  reenvia: false,
  ler: (mensagem) => lerWebhook(objetoDaMensagem(mensagem), mensagem),
  resposta: () => OBJETO_VAZIO,
};
