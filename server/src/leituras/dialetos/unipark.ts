/**
 * Our own format: the body of POST /db/ultimosveiculos, with the same schema. An unknown field is
 * an error here, because the author of the sender can correct it.
 */
import { NovaPassagem } from '@unipark/contract/passagem';
import { CONFIRA } from '../../platform/errors.ts';
import { repeatedKey } from '../../platform/http/jsonKeys.ts';
import { type Dialeto, Ilegivel } from '../dialeto.ts';
import { decodeJpeg, pickImagens } from './imagem.ts';
import { decodeText, parseObjeto } from './json.ts';
import { fillLeitura } from './leitura.ts';
import { getCorpo, OBJETO_VAZIO } from './mensagem.ts';
import { fromIso } from './tempo.ts';

const MAXIMO_CAMPOS = 20;

/** The schema's errors, field by field, in the form of the register's own API. */
function toIlegivel(falhas: { path: PropertyKey[]; message: string; keys?: string[] }[]): Ilegivel {
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
  read(mensagem) {
    const escrito = decodeText(getCorpo(mensagem));
    const bruto = parseObjeto(escrito);
    const repetida = repeatedKey(escrito);
    if (repetida !== undefined) {
      throw new Ilegivel(`O campo '${repetida.slice(0, 64)}' está repetido no JSON.`);
    }
    const lida = NovaPassagem.safeParse(bruto);
    if (!lida.success) throw toIlegivel(lida.error.issues);
    const { camera, sentido, instante, confianca, imagem, teste } = lida.data;
    return {
      tipo: 'leituras',
      leituras: [
        fillLeitura({
          placa: String(bruto.placa).trim(),
          camera: camera ?? null,
          sentido: sentido ?? null,
          instante: fromIso(instante),
          instanteDispositivo: instante ?? null,
          confianca: confianca ?? null,
          teste: teste === true,
          imagens: pickImagens([{ papel: 'cena', jpeg: decodeJpeg(imagem) }]),
        }),
      ],
    };
  },
  answer: () => OBJETO_VAZIO,
};
