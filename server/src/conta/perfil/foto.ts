/** A profile picture: any input is re-encoded, small and without the camera's metadata. */
import { Problem } from '../../platform/errors.ts';
import { createSemaphore } from '../../platform/gates.ts';
import { loadSharp } from '../../platform/pictures.ts';

/** The largest upload in bytes. */
export const FOTO_MAXIMA = 5 * 1024 * 1024;

/** Twice the 96 px of the profile, for dense screens. */
const LADO = 192;

/** A phone's 48 megapixels; a larger picture may decode to gigabytes. */
const PIXELS_MAXIMO = 50_000_000;
/** Interlaced or progressive: decoded in memory as a whole, up to eight bytes a pixel. */
const PIXELS_EM_PASSADAS = 16_000_000;
const SEGUNDOS = 8;

/** Each access token contains it: about 20 kB as text. */
const BYTES_MAXIMO = 15_000;
const QUALIDADES = [82, 65, 45, 25];

/** One at a time: decoding takes memory, and a profile picture is not urgent. */
const inTurn = createSemaphore(1, 8);

const refused = (mensagem: string): Problem => new Problem(400, 'foto-invalida', mensagem);

const NAO_E_FOTO = 'O arquivo não é uma foto em JPEG, PNG ou WebP.';
const ESTRAGADA = 'A foto está danificada ou incompleta. Escolha outra.';
const GRANDE = 'A foto tem dimensões grandes demais. Escolha uma menor.';
const ANIMADA = 'Escolha uma foto parada, sem animação.';

const startsWith = (bytes: Buffer, assinatura: number[], em = 0): boolean =>
  assinatura.every((byte, i) => bytes[em + i] === byte);

/** Detected from its first bytes before any decoder runs: a name or a header may be false. */
const isFoto = (bytes: Buffer): boolean =>
  startsWith(bytes, [0xff, 0xd8, 0xff]) ||
  startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) ||
  (startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8));

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
 * The picture in its stored form: 192 × 192, WebP, turned upright, as a `data:` address.
 * @throws 400 for anything but a still picture, 503 when too many requests wait
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
