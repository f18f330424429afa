/**
 * A camera's address as an ffconcat script, which ffmpeg reads from stdin: an argument list is
 * visible to every user of the machine, and an address carries a password.
 */
import { CameraFault } from './reasons.ts';

export interface Endereco {
  url: string;
  usuario?: string | null;
  senha?: string | null;
}

/** C0, DEL and C1: in a script a line break begins a directive, in a header a field. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** The quote ends a quoted word, and there is no escape for it inside one. */
const noQuotes = (texto: string): string => texto.replaceAll("'", '%27');

const encode = (texto: string): string => noQuotes(encodeURIComponent(texto));

/**
 * Puts user and password into the address; `ip` stands in for its host.
 * @throws {CameraFault} when it is no address, or holds a control character
 */
export function cameraUrl({ url, usuario, senha }: Endereco, ip?: string): string {
  const partes = URL.canParse(url) ? new URL(url) : null;
  // The parser drops line breaks silently; decoded ones would reach a header of the request.
  if (!partes?.hostname || CONTROLE.test(`${url}${usuario ?? ''}${senha ?? ''}`)) {
    throw new CameraFault('not_configured');
  }
  if (ip) partes.hostname = ip.includes(':') ? `[${ip}]` : ip;
  if (usuario) partes.username = encode(usuario);
  if (senha) partes.password = encode(senha);
  partes.hash = '';
  return noQuotes(partes.href);
}

/** The script for one address, whose options apply to it alone. */
export function ffconcat(url: string, opcoes: Record<string, string | number>): string {
  const linhas = Object.entries(opcoes).map(([nome, valor]) => `option ${nome} ${valor}`);
  return ['ffconcat version 1.0', `file '${url}'`, ...linhas, ''].join('\n');
}
