/**
 * UniFi Protect's alarm webhook. A reading is a trigger whose key begins with `license_plate_`, and
 * its plate is `value`: `group.name` is a label, which differed in a public sample. Source: alarms
 * of Protect published by their receivers, one of them with `thumbnail` (a data address).
 * `eventLocalLink` is never requested.
 */
import { normalizeLeitura } from '@unipark/contract/placa';
import { type Dialeto, Ilegivel } from '../dialeto.ts';
import { decodeJpeg, pickImagens } from './imagem.ts';
import { findCampo, toLista, toObjeto, toTexto } from './json.ts';
import { fillLeitura, toPlaca } from './leitura.ts';
import { extractObjeto, OBJETO_VAZIO } from './mensagem.ts';
import { fromMilliseconds } from './tempo.ts';

const CHAVE = /^license_plate_/i;

export const unifi: Dialeto = {
  nome: 'unifi',
  reenvia: false,
  read(mensagem) {
    const corpo = extractObjeto(mensagem);
    const alarme = toObjeto(findCampo(corpo, 'alarm'));
    if (!alarme) throw new Ilegivel('A mensagem não traz o alarme.', { alarm: 'Ausente.' });
    const gatilhos = toLista(findCampo(alarme, 'triggers')).filter((gatilho) =>
      CHAVE.test(toTexto(findCampo(gatilho, 'key')) ?? ''),
    );
    if (gatilhos.length === 0) return { tipo: 'ignorar', motivo: 'Alarme sem placa.' };
    const jpeg = decodeJpeg(findCampo(alarme, 'thumbnail'));
    const ids = new Map<string, string>();
    const leituras = gatilhos.flatMap((gatilho, indice) => {
      const placa = toPlaca(findCampo(gatilho, 'value'));
      const chave = normalizeLeitura(placa);
      const quando = findCampo(gatilho, 'timestamp') ?? findCampo(corpo, 'timestamp');
      const id = toTexto(findCampo(gatilho, 'eventId'), 120);
      const anterior = id === null ? undefined : ids.get(id);
      // A known plate of interest has two triggers.
      if (anterior === chave) return [];
      if (id !== null && anterior === undefined) ids.set(id, chave);
      return fillLeitura({
        // Two plates in one event are two readings: the second needs its own id.
        eventoId: anterior === undefined ? id : `${id}#${indice}`,
        camera: toTexto(findCampo(gatilho, 'device'), 100),
        placa,
        instante: fromMilliseconds(quando),
        instanteDispositivo: toTexto(quando, 60),
        imagens: pickImagens([{ papel: 'cena', jpeg }]),
      });
    });
    return { tipo: 'leituras', leituras };
  },
  answer: () => OBJETO_VAZIO,
};
