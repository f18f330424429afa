/**
 * Our own words: the body of POST /db/ultimosveiculos, held to the same schema. A field that nobody
 * knows is a fault here, for whoever writes this dialect can mend it.
 */
import { NovaPassagem } from '@unipark/contract/passagem';
import { type Dialeto, Ilegivel } from '../dialeto.ts';
import { imagens, jpegDeBase64 } from './imagem.ts';
import { decodificar, lerObjeto } from './json.ts';
import { leitura } from './leitura.ts';
import { corpo, OBJETO_VAZIO } from './mensagem.ts';
import { deIso } from './tempo.ts';

const CONFIRA = 'Confira os campos indicados.';

export const unipark: Dialeto = {
  nome: 'unipark',
  reenvia: false,
  ler(mensagem) {
    const bruto = lerObjeto(decodificar(corpo(mensagem)));
    const lida = NovaPassagem.safeParse(bruto);
    if (!lida.success) {
      const campos: Record<string, string> = {};
      for (const { path, message } of lida.error.issues) campos[path.join('.')] ??= message;
      const [frase, ...outras] = Object.values(campos);
      throw new Ilegivel(outras.length === 0 && frase ? frase : CONFIRA, campos);
    }
    const { camera, sentido, instante, confianca, imagem } = lida.data;
    return {
      tipo: 'leituras',
      leituras: [
        leitura({
          placa: String(bruto.placa).trim(),
          camera: camera ?? null,
          sentido: sentido ?? null,
          instante: deIso(instante),
          instanteDispositivo: instante ?? null,
          confianca: confianca ?? null,
          imagens: imagens([{ papel: 'cena', jpeg: jpegDeBase64(imagem) }]),
        }),
      ],
    };
  },
  resposta: () => OBJETO_VAZIO,
};
