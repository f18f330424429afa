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

const MAXIMO_CAMPOS = 20;

/** The schema's faults, field by field, as the register's own API tells them. */
function ilegivel(falhas: { path: PropertyKey[]; message: string; keys?: string[] }[]): Ilegivel {
  const ditas = falhas.flatMap(({ path, message, keys }): [string, string][] =>
    keys
      ? keys.map((nome) => [nome.slice(0, 64), 'Campo desconhecido.'])
      : [[path.join('.') || 'corpo', message]],
  );
  const campos = Object.fromEntries(ditas.slice(0, MAXIMO_CAMPOS));
  const [frase, ...outras] = Object.values(campos);
  return new Ilegivel(outras.length === 0 && frase ? frase : CONFIRA, campos);
}

export const unipark: Dialeto = {
  nome: 'unipark',
  reenvia: false,
  ler(mensagem) {
    const bruto = lerObjeto(decodificar(corpo(mensagem)));
    const lida = NovaPassagem.safeParse(bruto);
    if (!lida.success) throw ilegivel(lida.error.issues);
    const { camera, sentido, instante, confianca, imagem, teste } = lida.data;
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
          teste: teste === true,
          imagens: imagens([{ papel: 'cena', jpeg: jpegDeBase64(imagem) }]),
        }),
      ],
    };
  },
  resposta: () => OBJETO_VAZIO,
};
