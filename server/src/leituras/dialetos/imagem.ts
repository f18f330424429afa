/** Pictures inside messages: JPEG only, limited in size and number. */
import type { PapelImagem } from '@unipark/contract/passagem';
import type { LeituraLida } from '../dialeto.ts';

const MAXIMO = 6 * 1024 * 1024;
const POR_LEITURA = 4;
/** Pictures of a message from which the kept ones are chosen. */
const OLHADAS = 16;

type ImagemLida = LeituraLida['imagens'][number];
export interface ImageSize {
  largura: number;
  altura: number;
}

/** Whether the bytes begin like a JPEG. */
export const isJpeg = (bytes: Buffer): boolean =>
  bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;

/** The bytes, when they are a JPEG within the limits. */
export function jpeg(bytes: Buffer): Buffer | null {
  return isJpeg(bytes) && bytes.length > 100 && bytes.length <= MAXIMO ? bytes : null;
}

/** The JPEG in a base64 text, with or without the prefix of a data address. */
export function decodeJpeg(valor: unknown): Buffer | null {
  if (typeof valor !== 'string' || valor.length > (MAXIMO / 3) * 4 + 64) return null;
  const base64 = valor.slice(0, 64).startsWith('data:')
    ? valor.slice(valor.indexOf(',') + 1)
    : valor;
  // '/9j/' is FF D8 FF: this check first avoids decoding anything else.
  if (!base64.startsWith('/9j/') || base64.length % 4 !== 0) return null;
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? jpeg(Buffer.from(base64, 'base64')) : null;
}

/** At most four pictures, the first of each role before a second of any. */
export function pickImagens(achadas: { papel: PapelImagem; jpeg: Buffer | null }[]): ImagemLida[] {
  const boas = achadas
    .filter((imagem): imagem is ImagemLida => imagem.jpeg !== null)
    .slice(0, OLHADAS);
  const primeiras = boas.filter(
    (imagem, i) => boas.findIndex(({ papel }) => papel === imagem.papel) === i,
  );
  return [...primeiras, ...boas.filter((imagem) => !primeiras.includes(imagem))].slice(
    0,
    POR_LEITURA,
  );
}

/** Addresses of pictures: http and https only, without user or password. */
export function pickEnderecos(
  achados: { papel: PapelImagem; url: unknown }[],
): LeituraLida['enderecosImagem'] {
  const bons = achados.flatMap(({ papel, url }) => {
    if (typeof url !== 'string' || url.length > 2048 || !/^https?:\/\//i.test(url)) return [];
    const lido = URL.parse(url);
    return lido && !lido.username && !lido.password ? [{ papel, url: lido.href }] : [];
  });
  return bons.slice(0, POR_LEITURA);
}

/** Width and height from the JPEG's frame header (ITU-T T.81, B.2.2). */
export function readTamanho(bytes: Buffer): ImageSize | null {
  let i = 2;
  while (i + 9 < bytes.length && bytes[i] === 0xff) {
    const marca = bytes[i + 1] ?? 0;
    const quadro = marca >= 0xc0 && marca <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marca);
    if (quadro) {
      const [altura, largura] = [bytes.readUInt16BE(i + 5), bytes.readUInt16BE(i + 7)];
      return altura > 0 && largura > 0 ? { largura, altura } : null;
    }
    const comprimento = bytes.readUInt16BE(i + 2);
    if (comprimento < 2) return null;
    i += 2 + comprimento;
  }
  return null;
}
