/** A body split into the parts for an adapter, with limits of size and depth. */
import { Problem } from '../platform/errors.ts';
import { type DeviceMessage, Ilegivel, type MessagePart } from './dialeto.ts';
import { isJpeg } from './dialetos/imagem.ts';
import { mediaType, readParts } from './multipart.ts';

const IMAGEM_MAXIMA = 6 * 1024 * 1024;
const XML_MAXIMO = 256 * 1024;
const FORMULARIO_MAXIMO = 1024 * 1024;
const PROFUNDIDADE = 32;
/** Commas and brackets of one JSON: a message with more values is not a reading. */
const SINAIS_MAXIMO = 50_000;

const MULTIPART = /^multipart\/(form-data|mixed|related)$/;
const TEXTUAL =
  /^$|^text\/|^application\/(json|xml|octet-stream|x-www-form-urlencoded)$|\+(json|xml)$/;

const [ASPAS, BARRA, VIRGULA] = [0x22, 0x5c, 0x2c];
const [ABRE_OBJETO, ABRE_LISTA, FECHA_OBJETO, FECHA_LISTA] = [0x7b, 0x5b, 0x7d, 0x5d];

const tooLarge = (mensagem: string): Problem => new Problem(413, 'corpo-grande', mensagem);

/** Where the text that opens at `inicio` ends; a base64 picture is skipped at once. */
function endOfText(bytes: Buffer, inicio: number): number {
  for (let fim = bytes.indexOf(ASPAS, inicio + 1); fim >= 0; fim = bytes.indexOf(ASPAS, fim + 1)) {
    let barras = 0;
    while (bytes[fim - 1 - barras] === BARRA) barras += 1;
    if (barras % 2 === 0) return fim;
  }
  return bytes.length;
}

/** Checks brackets and commas before the JSON is parsed. */
function checkJson(bytes: Buffer): void {
  let nivel = 0;
  let sinais = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (byte === ASPAS) i = endOfText(bytes, i);
    else if (byte === VIRGULA) sinais += 1;
    else if (byte === FECHA_OBJETO || byte === FECHA_LISTA) nivel -= 1;
    else if (byte === ABRE_OBJETO || byte === ABRE_LISTA) {
      nivel += 1;
      sinais += 1;
      if (nivel > PROFUNDIDADE) throw new Ilegivel('O JSON da mensagem tem níveis demais.');
    }
    if (sinais > SINAIS_MAXIMO) throw tooLarge('O JSON da mensagem tem valores demais.');
  }
}

function checkPart({ tipo, bytes }: MessagePart): void {
  const { length } = bytes;
  if (isJpeg(bytes) || tipo.startsWith('image/')) {
    if (length > IMAGEM_MAXIMA) throw tooLarge('Imagem: envie no máximo 6 MB.');
    return;
  }
  const inicio = bytes
    .subarray(0, 64)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (tipo.endsWith('xml') || inicio.startsWith('<')) {
    if (length > XML_MAXIMO) throw tooLarge('XML: envie no máximo 256 KB.');
  } else if (tipo === 'application/x-www-form-urlencoded') {
    if (length > FORMULARIO_MAXIMO) throw tooLarge('Formulário: envie no máximo 1 MB.');
  } else if (/^[{[]/.test(inicio)) checkJson(bytes);
}

/**
 * The message in a body. A multipart is split; anything else is one part.
 * @throws {Problem} 413, 415
 * @throws {Ilegivel} a body that cannot be split, or whose JSON is too deep
 */
export async function readMessage(
  tipoConteudo: string,
  corpo: Buffer,
  caminho: string,
): Promise<DeviceMessage> {
  const tipo = mediaType(tipoConteudo);
  if (!MULTIPART.test(tipo) && !TEXTUAL.test(tipo)) {
    throw new Problem(415, 'tipo-nao-aceito', 'Envie JSON, XML, formulário ou multipart.');
  }
  const partes = MULTIPART.test(tipo)
    ? await readParts(tipoConteudo, corpo)
    : [{ nome: '', arquivo: null, tipo, bytes: corpo }];
  for (const parte of partes) checkPart(parte);
  return { caminho, tipo, partes };
}
