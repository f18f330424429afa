/**
 * Frigate: what it publishes on `frigate/tracked_object_update` and `frigate/events`, as it is or
 * as `{topic, payload}`. The id is the tracked object's: it comes again while the plate gets better.
 * Source: docs.frigate.video (MQTT, License Plate Recognition). No message holds a picture, nor the
 * size of the frame in which it counts its boxes.
 */
import { tipoPlaca } from '@unipark/contract/placa';
import { maiusculas } from '@unipark/contract/texto';
import { type Dialeto, Ilegivel, type Resultado } from '../dialeto.ts';
import { campo, confianca, lerObjeto, lista, type Objeto, objeto, texto } from './json.ts';
import { leitura, placaLida, veiculo } from './leitura.ts';
import { OBJETO_VAZIO, objetoDaMensagem } from './mensagem.ts';
import { deSegundos } from './tempo.ts';

interface Lida {
  placa: string;
  confianca: number | null;
}

/** A text, or a pair of text and score. */
function textoOuPar(valor: unknown): Lida {
  const [dito, nota] = Array.isArray(valor) ? valor : [valor, null];
  return { placa: placaLida(dito), confianca: confianca(nota) };
}

/** The plate of a tracked object; a sub-label is a name, unless it has the form of a plate. */
function placaDoObjeto(depois: unknown): Lida | null {
  const lida = textoOuPar(campo(depois, 'recognized_license_plate'));
  if (lida.placa) {
    const nota = confianca(campo(depois, 'recognized_license_plate_score'));
    return { placa: lida.placa, confianca: nota ?? lida.confianca };
  }
  const rotulo = textoOuPar(campo(depois, 'sub_label'));
  return tipoPlaca(maiusculas(rotulo.placa)) === 'Inválida' ? null : rotulo;
}

/** The zone entered last says which way the car goes. */
function zonaDe(depois: unknown): string | null {
  const zonas = [campo(depois, 'entered_zones'), campo(depois, 'current_zones')];
  for (const zona of zonas) {
    const ultima = texto(lista(zona).at(-1), 60);
    if (ultima) return ultima;
  }
  return null;
}

const TIPOS = /^(car|motorcycle|bus|truck|school_bus|garbage_truck|van|bicycle)$/;

function lerEvento(evento: Objeto): Resultado {
  const depois = objeto(campo(evento, 'after'));
  if (!depois) {
    throw new Ilegivel('O evento do Frigate não traz o objeto (after).', { after: 'Ausente.' });
  }
  const lida = placaDoObjeto(depois);
  if (!lida) return { tipo: 'ignorar', motivo: 'Objeto sem placa.' };
  const quando = campo(depois, 'frame_time') ?? campo(depois, 'start_time');
  const rotulo = texto(campo(depois, 'label'), 40);
  return {
    tipo: 'leituras',
    leituras: [
      leitura({
        ...lida,
        eventoId: texto(campo(depois, 'id'), 120),
        camera: texto(campo(depois, 'camera'), 100),
        instante: deSegundos(quando),
        instanteDispositivo: texto(quando, 60),
        sentido: zonaDe(depois),
        veiculo: veiculo({ tipo: rotulo && TIPOS.test(rotulo) ? rotulo : null }),
      }),
    ],
  };
}

function lerAtualizacao(corpo: Objeto): Resultado {
  const quando = campo(corpo, 'timestamp');
  return {
    tipo: 'leituras',
    leituras: [
      leitura({
        eventoId: texto(campo(corpo, 'id'), 120),
        camera: texto(campo(corpo, 'camera'), 100),
        placa: placaLida(campo(corpo, 'plate')),
        confianca: confianca(campo(corpo, 'score')),
        instante: deSegundos(quando),
        instanteDispositivo: texto(quando, 60),
      }),
    ],
  };
}

/** The payload of `{topic, payload}`, in which it may be text; or the body itself. */
function conteudo(corpo: Objeto): Objeto {
  const dentro = campo(corpo, 'payload');
  if (typeof dentro === 'string') return lerObjeto(dentro);
  return objeto(dentro) ?? corpo;
}

export const frigate: Dialeto = {
  nome: 'frigate',
  reenvia: false,
  ler(mensagem) {
    const corpo = conteudo(objetoDaMensagem(mensagem));
    const tipo = texto(campo(corpo, 'type'), 40)?.toLowerCase();
    if (!tipo) {
      throw new Ilegivel('A mensagem não diz o seu tipo (type).', { type: 'Ausente.' });
    }
    if (tipo === 'lpr') return lerAtualizacao(corpo);
    if (['new', 'update', 'end'].includes(tipo)) return lerEvento(corpo);
    return { tipo: 'ignorar', motivo: `Mensagem ${tipo} do Frigate.` };
  },
  resposta: () => OBJETO_VAZIO,
};
