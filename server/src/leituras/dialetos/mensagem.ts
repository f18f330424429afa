/** Shared by the adapters: a message's body and its answer. */
import { type DeviceAnswer, type DeviceMessage, Ilegivel, type MessagePart } from '../dialeto.ts';
import { decodeText, type JsonObject, parseObjeto } from './json.ts';

export const OBJETO_VAZIO: DeviceAnswer = { status: 200, tipo: 'application/json', corpo: '{}' };
export const CORPO_VAZIO: DeviceAnswer = { status: 200, tipo: 'text/plain', corpo: '' };

/**
 * The bytes of a plain body.
 * @throws {Ilegivel} an empty message
 */
export function getCorpo(mensagem: DeviceMessage): Buffer {
  const bytes = mensagem.partes[0]?.bytes;
  if (!bytes || bytes.length === 0) throw new Ilegivel('A mensagem chegou vazia.');
  return bytes;
}

const isFormulario = (parte: MessagePart): boolean =>
  parte.tipo === 'application/x-www-form-urlencoded';

/** `json=…` of a form in the body: only this field is cut out and decoded. */
function readFormulario({ bytes }: MessagePart): string {
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

const looksLikeJson = ({ bytes }: MessagePart): boolean =>
  /^\s*[[{]/.test(bytes.subarray(0, 64).toString('latin1'));

/** The part of a form with the right name, otherwise a part with JSON, otherwise the whole body. */
function findParteJson({ partes }: DeviceMessage): MessagePart | undefined {
  return (
    partes.find(({ nome }) => NOMES_JSON.includes(nome.toLowerCase())) ??
    partes.find(looksLikeJson) ??
    partes[0]
  );
}

/**
 * The JSON text of a message in any form: body, form or part of a form.
 * @throws {Ilegivel} when there is none
 */
export function extractJson(mensagem: DeviceMessage): string {
  const parte = findParteJson(mensagem);
  if (!parte || parte.bytes.length === 0) throw new Ilegivel('A mensagem chegou vazia.');
  return isFormulario(parte) ? readFormulario(parte) : decodeText(parte.bytes);
}

/** As `extractJson`, parsed: a JSON object. */
export const extractObjeto = (mensagem: DeviceMessage): JsonObject =>
  parseObjeto(extractJson(mensagem));
