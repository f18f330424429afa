/**
 * A camera's address as an ffconcat script on ffmpeg's stdin: every user of the machine can see an
 * argument list, and an address contains a password.
 */
import { CameraFault } from '../reasons.ts';

export interface CameraSource {
  url: string;
  usuario?: string | null;
  senha?: string | null;
}

/** C0, DEL and C1: a line break begins a directive in a script and a field in a header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Inside a quoted word the quote has no escape, so it is percent-encoded. */
const noQuotes = (texto: string): string => texto.replaceAll("'", '%27');

const encode = (texto: string): string => noQuotes(encodeURIComponent(texto));

/**
 * Puts user and password into the address; `ip` replaces its host.
 * @throws {CameraFault} when the text is not an address, or holds a control character
 */
export function cameraUrl({ url, usuario, senha }: CameraSource, ip?: string): string {
  const partes = URL.canParse(url) ? new URL(url) : null;
  // The URL parser drops line breaks silently; decoded ones would reach a header of the request.
  if (!partes?.hostname || CONTROLE.test(`${url}${usuario ?? ''}${senha ?? ''}`)) {
    throw new CameraFault('not_configured');
  }
  if (ip) partes.hostname = ip.includes(':') ? `[${ip}]` : ip;
  if (usuario) partes.username = encode(usuario);
  if (senha) partes.password = encode(senha);
  partes.hash = '';
  return noQuotes(partes.href);
}

/** The script for one address; the options apply to this address alone. */
export function ffconcat(url: string, opcoes: Record<string, string | number>): string {
  const linhas = Object.entries(opcoes).map(([nome, valor]) => `option ${nome} ${valor}`);
  return ['ffconcat version 1.0', `file '${url}'`, ...linhas, ''].join('\n');
}
