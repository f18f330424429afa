/**
 * What is sent to ParkPow: `log-vehicle` with its picture in base64, and the webhook of Stream.
 * Which of them is told by the body, so both paths take both.
 * Source: the bridges in github.com/parkpow/deep-license-plate-recognition (parkpow/axis-lpr,
 * hikvision-lpr, verkada-lpr-webhooks). They write the time in UTC, some without saying so.
 */
import { type Dialeto, Ilegivel, type Resultado } from '../dialeto.ts';
import { jpegDeBase64 } from './imagem.ts';
import { campo, lista, type Objeto, objeto, texto } from './json.ts';
import { OBJETO_VAZIO, objetoDaMensagem } from './mensagem.ts';
import { lerWebhook } from './platerecognizer.ts';
import { lerResultado } from './resultado.ts';
import { deIso } from './tempo.ts';

function lerVeiculo(corpo: Objeto): Resultado {
  const resultados = campo(corpo, 'results');
  if (!Array.isArray(resultados)) {
    throw new Ilegivel('A mensagem não traz a lista de resultados.', { results: 'Ausente.' });
  }
  const lidos = lista(resultados).filter((item) => objeto(item) !== null);
  if (lidos.length === 0) return { tipo: 'ignorar', motivo: 'Nenhuma placa na imagem.' };
  const imagem = jpegDeBase64(campo(corpo, 'image'));
  const quando = campo(corpo, 'time');
  const leituras = lidos.map((item) => ({
    ...lerResultado(item, imagem),
    camera: texto(campo(corpo, 'camera'), 100),
    instante: deIso(quando),
    instanteDispositivo: texto(quando, 60),
  }));
  return { tipo: 'leituras', leituras };
}

export const parkpow: Dialeto = {
  nome: 'parkpow',
  reenvia: false,
  ler(mensagem) {
    const corpo = objetoDaMensagem(mensagem);
    const isWebhook = objeto(campo(corpo, 'data')) ?? objeto(campo(corpo, 'hook'));
    return isWebhook ? lerWebhook(corpo, mensagem) : lerVeiculo(corpo);
  },
  resposta: () => OBJETO_VAZIO,
};
