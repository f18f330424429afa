/**
 * Verkada's LPR webhook.
 * Source: apidocs.verkada.com/reference/lpr. `created` is in seconds, `detected` in milliseconds:
 * the finer one is used. The order of `crop` is not documented: in both published samples the pairs
 * are two ranges, and as rows then columns they have the shape of a plate (2 : 1 in a 16 : 9 frame).
 */
import { type Dialeto, Ilegivel } from '../dialeto.ts';
import { caixaEntre, FRACOES } from './caixa.ts';
import { enderecos } from './imagem.ts';
import { campo, confianca, lista, numero, objeto, texto } from './json.ts';
import { leitura, placaLida } from './leitura.ts';
import { OBJETO_VAZIO, objetoDaMensagem } from './mensagem.ts';
import { deMilissegundos, deSegundos } from './tempo.ts';

export const verkada: Dialeto = {
  nome: 'verkada',
  reenvia: false,
  ler(mensagem) {
    const corpo = objetoDaMensagem(mensagem);
    const tipo = texto(campo(corpo, 'webhook_type'));
    if (tipo !== null && tipo.toLowerCase() !== 'lpr') {
      return { tipo: 'ignorar', motivo: `Webhook ${tipo} da Verkada.` };
    }
    const dados = objeto(campo(corpo, 'data'));
    if (!dados)
      throw new Ilegivel('A mensagem não traz os dados da leitura.', { data: 'Ausente.' });
    const camera = texto(campo(dados, 'camera_id'), 100);
    const [detectada, criada] = [campo(dados, 'detected'), campo(dados, 'created')];
    const detectadaEm = texto(detectada, 60);
    const [y0 = null, y1 = null, x0 = null, x1 = null] = lista(campo(dados, 'crop')).map(numero);
    const lida = leitura({
      eventoId: camera && detectadaEm ? `${camera}|${detectadaEm}` : null,
      camera,
      placa: placaLida(campo(dados, 'license_plate_number')),
      confianca: confianca(campo(dados, 'confidence')),
      instante: deMilissegundos(detectada) ?? deSegundos(criada),
      instanteDispositivo: detectadaEm ?? texto(criada, 60),
      caixa: caixaEntre({ x0, y0, x1, y1 }, FRACOES),
      enderecosImagem: enderecos([{ papel: 'placa', url: campo(dados, 'image_url') }]),
    });
    return { tipo: 'leituras', leituras: [lida] };
  },
  resposta: () => OBJETO_VAZIO,
};
