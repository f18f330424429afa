/** What adapters share about a message's body and its answer. */
import { Ilegivel, type Mensagem, type Parte, type Resposta } from '../dialeto.ts';
import { decodificar, lerObjeto, type Objeto } from './json.ts';

export const OBJETO_VAZIO: Resposta = { status: 200, tipo: 'application/json', corpo: '{}' };
export const CORPO_VAZIO: Resposta = { status: 200, tipo: 'text/plain', corpo: '' };

/**
 * The bytes of a plain body.
 * @throws {Ilegivel} a message without any
 */
export function corpo(mensagem: Mensagem): Buffer {
  const bytes = mensagem.partes[0]?.bytes;
  if (!bytes || bytes.length === 0) throw new Ilegivel('A mensagem chegou vazia.');
  return bytes;
}

const isFormulario = (parte: Parte): boolean => parte.tipo === 'application/x-www-form-urlencoded';

/** `json=…` of a form in the body: the one field that is cut out and decoded. */
function jsonDeFormulario({ bytes }: Parte): string {
  const corpo = `&${bytes.toString('latin1')}`;
  const inicio = corpo.indexOf('&json=');
  if (inicio === -1) {
    throw new Ilegivel('O formulário não traz o campo json.', { json: 'Ausente.' });
  }
  const fim = corpo.indexOf('&', inicio + 1);
  const campo = corpo.slice(inicio + 1, fim === -1 ? undefined : fim);
  return new URLSearchParams(campo).get('json') ?? '';
}

const NOMES_JSON = ['json', 'event'];

const pareceJson = ({ bytes }: Parte): boolean =>
  /^\s*[[{]/.test(bytes.subarray(0, 64).toString('latin1'));

/** The part of a form that is named so, or else the one that looks it, or the whole body. */
function parteJson({ partes }: Mensagem): Parte | undefined {
  return (
    partes.find(({ nome }) => NOMES_JSON.includes(nome.toLowerCase())) ??
    partes.find(pareceJson) ??
    partes[0]
  );
}

/**
 * The JSON text of a message, whichever way it was sent: body, form or part of a form.
 * @throws {Ilegivel} when there is none
 */
export function jsonDaMensagem(mensagem: Mensagem): string {
  const parte = parteJson(mensagem);
  if (!parte || parte.bytes.length === 0) throw new Ilegivel('A mensagem chegou vazia.');
  return isFormulario(parte) ? jsonDeFormulario(parte) : decodificar(parte.bytes);
}

/** As `jsonDaMensagem`, read: a JSON object. */
export const objetoDaMensagem = (mensagem: Mensagem): Objeto => lerObjeto(jsonDaMensagem(mensagem));
