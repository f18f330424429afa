/** A body split into the parts for an adapter, with limits of size and depth. */
import { Problem } from '../platform/errors.ts';
import type { DeviceMessage, MessagePart } from './dialeto.ts';
import { isJpeg } from './dialetos/imagem.ts';
import { checkJson } from './dialetos/json.ts';
import { mediaType, readParts } from './multipart.ts';

const IMAGEM_MAXIMA = 6 * 1024 * 1024;
const XML_MAXIMO = 256 * 1024;
const FORMULARIO_MAXIMO = 1024 * 1024;

const MULTIPART = /^multipart\/(form-data|mixed|related)$/;
const TEXTUAL =
  /^$|^text\/|^application\/(json|xml|octet-stream|x-www-form-urlencoded)$|\+(json|xml)$/;

const tooLarge = (mensagem: string): Problem => new Problem(413, 'corpo-grande', mensagem);

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
  } else if (/^[{[]/.test(inicio)) checkJson(bytes.toString('latin1'));
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
