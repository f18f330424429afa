/** Thumbnails of passages' pictures, for the rows of a list. */
import { createSemaphore } from '../platform/gates.ts';
import { loadSharp } from '../platform/pictures.ts';

/** Four times a row's 80 px and three times a phone's 112, for dense screens. */
const LARGURA = 320;
const ALTURA = 240;
/** A progressive picture is decoded in memory as a whole; no plate camera has more pixels. */
const PIXELS_MAXIMO = 16_000_000;
const SEGUNDOS = 4;
const QUALIDADE = 62;

/** About 5 kB each: the rows of a few pages of history. */
const GUARDADAS = 500;

async function shrink(foto: Uint8Array): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(foto, { limitInputPixels: PIXELS_MAXIMO, failOn: 'none' })
    .timeout({ seconds: SEGUNDOS })
    .autoOrient()
    .resize(LARGURA, ALTURA, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALIDADE, effort: 2 })
    .toBuffer();
}

/**
 * Pictures in WebP of at most 320 × 240, each made once while it is among the last 500. `read` is
 * called when its turn comes, so that waiting ones use no memory. Undefined when `read` finds
 * nothing or no decoder can read the picture.
 */
export function createMiniaturas() {
  // One at a time: a decoder uses one processor, and the gate needs the other.
  const inTurn = createSemaphore(1, 400);
  const guardadas = new Map<number, Buffer>();

  const keep = (imagem: number, pequena: Buffer): void => {
    const [antiga] = guardadas.keys();
    if (guardadas.size >= GUARDADAS && antiga !== undefined) guardadas.delete(antiga);
    guardadas.set(imagem, pequena);
  };

  return async (
    imagem: number,
    read: () => Promise<Uint8Array | undefined>,
  ): Promise<Buffer | undefined> =>
    guardadas.get(imagem) ??
    inTurn(async () => {
      const feita = guardadas.get(imagem);
      if (feita) return feita;
      const foto = await read();
      const pequena = foto && (await shrink(foto).catch(() => undefined));
      if (pequena) keep(imagem, pequena);
      return pequena;
    });
}
