/** Text in the typeface that every reader of PDF has (Helvetica, in windows-1252): bytes and widths. */

const bytes = new Uint8Array(256).map((_, i) => i);
const ESCRITA = new TextDecoder('windows-1252').decode(bytes);
const BYTES = new Map([...ESCRITA].map((letra, byte) => [letra, byte]));

/** Thousandths of the size, from the space to the tilde (Adobe's Helvetica.afm). */
const LARGURAS =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number);
/** The widest of the others is as wide as this. */
const LARGA = 1_000;
const NEGRITO = 1.08;

export interface PdfFont {
  nome: 'F1' | 'F2';
  tamanho: number;
}

/** One line in the letters of the typeface; another letter becomes a question mark. */
export const toLine = (texto: string): string =>
  [...texto.normalize('NFC').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')]
    .map((letra) => (BYTES.has(letra) ? letra : '?'))
    .join('');

function findWidth(letra: string): number {
  if ('ìíîï'.includes(letra)) return 278;
  const base = letra.normalize('NFD').charCodeAt(0);
  return LARGURAS[base - 32] ?? ('º–ª°·“”'.includes(letra) ? 556 : LARGA);
}

/** The width of each letter of the typeface, in thousandths of the size. */
const PESOS = new Map([...ESCRITA].map((letra) => [letra, findWidth(letra)]));

/** The width of a line in points: never less than it is drawn. */
export function widthOf(linha: string, { nome, tamanho }: PdfFont): number {
  let soma = 0;
  for (const letra of linha) soma += PESOS.get(letra) ?? LARGA;
  return (soma / 1000) * tamanho * (nome === 'F2' ? NEGRITO : 1);
}

/** The beginning of a text that fits, with '…' where it is cut. */
export function fitText(texto: string, largura: number, fonte: PdfFont): string {
  const linha = toLine(texto.slice(0, 1_000));
  if (widthOf(linha, fonte) <= largura) return linha;
  let cabe = widthOf('…', fonte);
  let fim = 0;
  for (const letra of linha) {
    cabe += widthOf(letra, fonte);
    if (cabe > largura) break;
    fim += letra.length;
  }
  return `${linha.slice(0, fim).trimEnd()}…`;
}

/** A string of a content stream, as characters of one byte each. */
export const toPdfString = (linha: string): string =>
  `(${[...linha]
    .map((letra) => String.fromCharCode(BYTES.get(letra) ?? 63))
    .join('')
    .replace(/[\\()]/g, '\\$&')})`;
