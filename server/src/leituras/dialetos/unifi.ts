/**
 * UniFi Protect's alarm webhook. A reading is a trigger whose key begins with `license_plate_`, and
 * its plate is `value`: `group.name` is a label, which differed in a public dump.
 * Source: alarms of Protect published by their receivers, one of them with `thumbnail` (a data
 * address). `eventLocalLink` is never followed.
 */
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
    const leituras = gatilhos.map((gatilho, indice) => {
      const placa = placaLida(campo(gatilho, 'value'));
      const quando = campo(gatilho, 'timestamp') ?? campo(corpo, 'timestamp');
      const id = texto(campo(gatilho, 'eventId'), 120);
      // Two plates in one event are two readings: the second needs an id of its own.
      const repetido = id !== null && (ids.get(id) ?? placa) !== placa;
      if (id !== null && !repetido) ids.set(id, placa);
      return leitura({
        eventoId: repetido ? `${id}#${indice}` : id,
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
