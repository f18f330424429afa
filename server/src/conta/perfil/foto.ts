/** A profile picture: whatever was sent is drawn anew, small and without what a camera wrote into it. */
import { Problem } from '../../platform/errors.ts';
import { createSemaphore } from '../senha/senhas.ts';

/** Bytes that a picture may come in. */
export const FOTO_MAXIMA = 5 * 1024 * 1024;

/** Twice the 96 px of the profile, for dense screens. */
const LADO = 192;

/** A telephone's 48 megapixels; beyond lies what unpacks to gigabytes. */
const PIXELS_MAXIMO = 50_000_000;
/** Interlaced or progressive ones are held in memory whole, with up to eight bytes to the pixel. */
const PIXELS_EM_PASSADAS = 16_000_000;
const SEGUNDOS = 8;

/** It travels with each access token: some 20 kB as text. */
const BYTES_MAXIMO = 15_000;
const QUALIDADES = [82, 65, 45, 25];

/** One at a time: decoding takes memory, and nobody waits for a picture at the gate. */
const inTurn = createSemaphore(1, 8);

const refused = (mensagem: string): Problem => new Problem(400, 'foto-invalida', mensagem);

const NAO_E_FOTO = 'O arquivo não é uma foto em JPEG, PNG ou WebP.';
const ESTRAGADA = 'A foto está danificada ou incompleta. Escolha outra.';
const GRANDE = 'A foto tem dimensões grandes demais. Escolha uma menor.';
const ANIMADA = 'Escolha uma foto parada, sem animação.';

const startsWith = (bytes: Buffer, assinatura: number[], em = 0): boolean =>
  assinatura.every((byte, i) => bytes[em + i] === byte);

/** Told from its first bytes, before any decoder sees it: a name and a header can say anything. */
const isFoto = (bytes: Buffer): boolean =>
  startsWith(bytes, [0xff, 0xd8, 0xff]) ||
  startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) ||
  (startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8));

type Sharp = typeof import('sharp')['default'];

let carregado: Promise<Sharp> | undefined;

/** Loaded with the first picture: most servers of a day never need it. */
function loadSharp(): Promise<Sharp> {
  carregado ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return carregado;
}

async function draw(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  const aberta = sharp(bytes, { limitInputPixels: PIXELS_MAXIMO, failOn: 'error' });
  const { width = 0, height = 0, pages = 1, isProgressive } = await aberta.metadata();
  if (pages > 1) throw refused(ANIMADA);
  const maximo = isProgressive ? PIXELS_EM_PASSADAS : PIXELS_MAXIMO;
  if (width * height > maximo) throw refused(GRANDE);
  const cru = await aberta
    .timeout({ seconds: SEGUNDOS })
    .autoOrient()
    .resize(LADO, LADO, { fit: 'cover' })
    .toColourspace('srgb')
    .png()
    .toBuffer();
  for (const quality of QUALIDADES) {
    const pronta = await sharp(cru).webp({ quality, effort: 5 }).toBuffer();
    if (pronta.length <= BYTES_MAXIMO || quality === QUALIDADES.at(-1)) return pronta;
  }
  throw refused(ESTRAGADA);
}

/**
 * The picture as the account keeps it: 192 × 192, WebP, turned upright, in a `data:` address.
 * @throws 400 for what is no still picture, 503 when too many wait already
 */
export async function encodeFoto(bytes: Buffer): Promise<string> {
  if (!isFoto(bytes)) throw refused(NAO_E_FOTO);
  return inTurn(async () => {
    try {
      return `data:image/webp;base64,${(await draw(bytes)).toString('base64')}`;
    } catch (error) {
      if (error instanceof Problem) throw error;
      throw refused(/pixel limit/i.test(String(error)) ? GRANDE : ESTRAGADA);
    }
  });
}
