/** The part of a body that is stored for support: a short text without pictures and secrets. */
import type { MessagePart } from './dialeto.ts';

const BRUTO_MAXIMO = 16 * 1024;
const QUARENTENA_MAXIMO = 64 * 1024;
/** A base64 run of this length is a picture, not a word. */
const SEQUENCIA = 400;

const SEGREDO =
  /("?(?:pass(?:word|wd)?|senha|secret|segredo|token|api[_-]?key|authorization)"?\s*[:=>]\s*"?)(?:(?:bearer|basic|token|digest)\s+)?[^"&\s,;}<]{1,400}/gi;
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
const CONTROLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+/g;

/** Length read behind the cut: a secret across the cut must not leave its beginning. */
const MARGEM = 1_000;

/** The beginning of a text, with each picture (of any length) as one word: `maximo` characters. */
function beginning(texto: string, maximo: number): string {
  let inicio = '';
  let fim = 0;
  for (const { 0: trecho, index } of texto.matchAll(/[A-Za-z0-9+/=\\_-]+/g)) {
    const palavra = trecho.length >= SEQUENCIA ? '[imagem]' : trecho;
    inicio += texto.slice(fim, Math.min(index, fim + maximo)) + palavra;
    fim = index + trecho.length;
    if (inicio.length >= maximo) return inicio.slice(0, maximo);
  }
  return inicio + texto.slice(fim, fim + maximo);
}

/** At most `maximo` bytes of a text, without pictures and without anything like a secret. */
function cleanText(texto: string, segredos: string[], maximo: number): string {
  let limpo = beginning(texto, maximo + MARGEM)
    .replace(SEGREDO, '$1***')
    .replace(CONTROLE, ' ');
  for (const segredo of segredos) if (segredo) limpo = limpo.replaceAll(segredo, '***');
  return cut(limpo.toWellFormed(), maximo);
}

/** At most this many bytes of UTF-8, without cutting a character. */
function cut(texto: string, maximo: number): string {
  const bytes = Buffer.from(texto);
  if (bytes.length <= maximo) return texto;
  return new TextDecoder().decode(bytes.subarray(0, maximo), { stream: true });
}

const isText = ({ tipo, bytes }: MessagePart): boolean =>
  !tipo.startsWith('image/') && bytes[0] !== 0xff && bytes[0] !== 0;

/** The body stored with a reading: its text parts, one under another. */
export function rawOf(partes: MessagePart[], segredos: string[]): string {
  const textos = partes.filter(isText).map(({ bytes }) => bytes.toString('utf8'));
  return cleanText(textos.join('\n'), segredos, BRUTO_MAXIMO);
}

/** The beginning of a body that could not be read. */
export function quarantineText(corpo: Buffer, segredos: string[]): string {
  return cleanText(corpo.toString('utf8'), segredos, QUARENTENA_MAXIMO);
}
