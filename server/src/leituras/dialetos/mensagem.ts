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

/** `json=…` of a form in the body: only this field is decoded. */
function jsonDeFormulario(parte: Parte): string {
  const valor = new URLSearchParams(parte.bytes.toString('latin1')).get('json');
  if (valor === null)
    throw new Ilegivel('O formulário não traz o campo json.', { json: 'Ausente.' });
  return valor;
}

const NOMES_JSON = ['json', 'event'];

/** The part of a form that is named so, or else the one that is not a picture, or the whole body. */
function parteJson(mensagem: Mensagem): Parte | undefined {
  const { partes } = mensagem;
  return (
    partes.find(({ nome }) => NOMES_JSON.includes(nome.toLowerCase())) ??
    partes.find(({ tipo }) => tipo.endsWith('json')) ??
    partes.find(({ tipo, arquivo }) => !tipo.startsWith('image/') && arquivo === null) ??
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
