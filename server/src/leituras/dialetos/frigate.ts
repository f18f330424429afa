/**
 * Frigate: its messages on `frigate/tracked_object_update` and `frigate/events`, plain or as
 * `{topic, payload}`. The id belongs to the tracked object: it is repeated while the plate gets
 * better. Source: docs.frigate.video (MQTT, License Plate Recognition). No message contains a
 * picture, or the size of the frame of its boxes.
 */
import { classifyPlaca } from '@unipark/contract/placa';
import { toUpperAscii } from '@unipark/contract/texto';
import { type Dialeto, type DialetoResult, Ilegivel } from '../dialeto.ts';
import {
  findCampo,
  type JsonObject,
  parseObjeto,
  toConfianca,
  toLista,
  toObjeto,
  toTexto,
} from './json.ts';
import { fillLeitura, toPlaca, toVeiculo } from './leitura.ts';
import { extractObjeto, OBJETO_VAZIO } from './mensagem.ts';
import { fromSeconds } from './tempo.ts';

interface FrigatePlate {
  placa: string;
  confianca: number | null;
}

/** A text, or a pair of text and score. */
function toLida(valor: unknown): FrigatePlate {
  const [dito, nota] = Array.isArray(valor) ? valor : [valor, null];
  return { placa: toPlaca(dito), confianca: toConfianca(nota) };
}

/** The plate of a tracked object; a sub-label is a name, unless it has the form of a plate. */
function findPlaca(depois: unknown): FrigatePlate | null {
  const lida = toLida(findCampo(depois, 'recognized_license_plate'));
  if (lida.placa) {
    const nota = toConfianca(findCampo(depois, 'recognized_license_plate_score'));
    return { placa: lida.placa, confianca: nota ?? lida.confianca };
  }
  const rotulo = toLida(findCampo(depois, 'sub_label'));
  return classifyPlaca(toUpperAscii(rotulo.placa)) === 'Inválida' ? null : rotulo;
}

/** The last entered zone, as the direction of the car. */
function findZona(depois: unknown): string | null {
  const zonas = [findCampo(depois, 'entered_zones'), findCampo(depois, 'current_zones')];
  for (const zona of zonas) {
    const ultima = toTexto(toLista(zona).at(-1), 60);
    if (ultima) return ultima;
  }
  return null;
}

const TIPOS = /^(car|motorcycle|bus|truck|school_bus|garbage_truck|van|bicycle)$/;

function readEvento(evento: JsonObject): DialetoResult {
  const depois = toObjeto(findCampo(evento, 'after'));
  if (!depois) {
    throw new Ilegivel('O evento do Frigate não traz o objeto (after).', { after: 'Ausente.' });
  }
  const lida = findPlaca(depois);
  if (!lida) return { tipo: 'ignorar', motivo: 'Objeto sem placa.' };
  const quando = findCampo(depois, 'frame_time') ?? findCampo(depois, 'start_time');
  const rotulo = toTexto(findCampo(depois, 'label'), 40);
  return {
    tipo: 'leituras',
    leituras: [
      fillLeitura({
        ...lida,
        atualiza: toTexto(findCampo(evento, 'type'), 40)?.toLowerCase() !== 'new',
        eventoId: toTexto(findCampo(depois, 'id'), 120),
        camera: toTexto(findCampo(depois, 'camera'), 100),
        instante: fromSeconds(quando),
        instanteDispositivo: toTexto(quando, 60),
        sentido: findZona(depois),
        veiculo: toVeiculo({ tipo: rotulo && TIPOS.test(rotulo) ? rotulo : null }),
      }),
    ],
  };
}

function readAtualizacao(corpo: JsonObject): DialetoResult {
  const quando = findCampo(corpo, 'timestamp');
  return {
    tipo: 'leituras',
    leituras: [
      fillLeitura({
        eventoId: toTexto(findCampo(corpo, 'id'), 120),
        camera: toTexto(findCampo(corpo, 'camera'), 100),
        placa: toPlaca(findCampo(corpo, 'plate')),
        confianca: toConfianca(findCampo(corpo, 'score')),
        instante: fromSeconds(quando),
        instanteDispositivo: toTexto(quando, 60),
      }),
    ],
  };
}

/** The payload of `{topic, payload}`, which may be text; or the body itself. */
function unwrapPayload(corpo: JsonObject): JsonObject {
  const dentro = findCampo(corpo, 'payload');
  if (typeof dentro === 'string') return parseObjeto(dentro);
  return toObjeto(dentro) ?? corpo;
}

export const frigate: Dialeto = {
  nome: 'frigate',
  reenvia: false,
  read(mensagem) {
    const corpo = unwrapPayload(extractObjeto(mensagem));
    const tipo = toTexto(findCampo(corpo, 'type'), 40)?.toLowerCase();
    if (!tipo) {
      throw new Ilegivel('A mensagem não diz o seu tipo (type).', { type: 'Ausente.' });
    }
    if (tipo === 'lpr') return readAtualizacao(corpo);
    if (['new', 'update', 'end'].includes(tipo)) return readEvento(corpo);
    return { tipo: 'ignorar', motivo: `Mensagem ${tipo} do Frigate.` };
  },
  answer: () => OBJETO_VAZIO,
};
