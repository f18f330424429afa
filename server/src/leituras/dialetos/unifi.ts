/**
 * UniFi Protect's alarm webhook. A reading is a trigger whose key begins with `license_plate_`, and
 * its plate is `value`: `group.name` is a label, which differed in a public dump.
 * Source: alarms of Protect published by their receivers, one of them with `thumbnail` (a data
 * address). `eventLocalLink` is never followed.
 */
import { normalizarLeitura } from '@unipark/contract/placa';
import { type Dialeto, Ilegivel } from '../dialeto.ts';
import { imagens, jpegDeBase64 } from './imagem.ts';
import { campo, lista, objeto, texto } from './json.ts';
import { leitura, placaLida } from './leitura.ts';
import { OBJETO_VAZIO, objetoDaMensagem } from './mensagem.ts';
import { deMilissegundos } from './tempo.ts';

const CHAVE = /^license_plate_/i;

export const unifi: Dialeto = {
  nome: 'unifi',
  reenvia: false,
  ler(mensagem) {
    const corpo = objetoDaMensagem(mensagem);
    const alarme = objeto(campo(corpo, 'alarm'));
    if (!alarme) throw new Ilegivel('A mensagem não traz o alarme.', { alarm: 'Ausente.' });
    const gatilhos = lista(campo(alarme, 'triggers')).filter((gatilho) =>
      CHAVE.test(texto(campo(gatilho, 'key')) ?? ''),
    );
    if (gatilhos.length === 0) return { tipo: 'ignorar', motivo: 'Alarme sem placa.' };
    const jpeg = jpegDeBase64(campo(alarme, 'thumbnail'));
    const ids = new Map<string, string>();
    const leituras = gatilhos.flatMap((gatilho, indice) => {
      const placa = placaLida(campo(gatilho, 'value'));
      const chave = normalizarLeitura(placa);
      const quando = campo(gatilho, 'timestamp') ?? campo(corpo, 'timestamp');
      const id = texto(campo(gatilho, 'eventId'), 120);
      const anterior = id === null ? undefined : ids.get(id);
      // A plate that is known and of interest fires two triggers.
      if (anterior === chave) return [];
      if (id !== null && anterior === undefined) ids.set(id, chave);
      return leitura({
        // Two plates in one event are two readings: the second needs an id of its own.
        eventoId: anterior === undefined ? id : `${id}#${indice}`,
        camera: texto(campo(gatilho, 'device'), 100),
        placa,
        instante: deMilissegundos(quando),
        instanteDispositivo: texto(quando, 60),
        imagens: imagens([{ papel: 'cena', jpeg }]),
      });
    });
    return { tipo: 'leituras', leituras };
  },
  resposta: () => OBJETO_VAZIO,
};
