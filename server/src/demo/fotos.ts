/** The photos of the demonstration's plate camera: the scene with a vehicle of the registered colour. */
import { fileURLToPath } from 'node:url';
import type { CORES } from '@unipark/contract/veiculo';
import sharp from 'sharp';

const PASTA = new URL('../../../demo/', import.meta.url);

/** Red, green, blue of each colour of the register, 0 to 255. */
const TINTAS: Record<(typeof CORES)[number], readonly [number, number, number]> = {
  Amarela: [234, 196, 46],
  Azul: [47, 93, 170],
  Bege: [217, 201, 163],
  Branca: [244, 246, 248],
  Cinza: [122, 128, 136],
  Dourada: [184, 150, 78],
  Grená: [110, 24, 40],
  Laranja: [226, 116, 32],
  Marrom: [104, 72, 48],
  Prata: [192, 197, 203],
  Preta: [34, 37, 42],
  Rosa: [222, 130, 166],
  Roxa: [104, 62, 140],
  Verde: [52, 116, 66],
  Vermelha: [190, 38, 38],
  Fantasia: [52, 150, 152],
};

const readPixels = (camera: string, cor: 'branca' | 'preta') =>
  sharp(fileURLToPath(new URL(`cam${camera}-${cor}.jpg`, PASTA)))
    .raw()
    .toBuffer({ resolveWithObject: true });

/** The scene twice, with a white and with a black vehicle. */
async function readCena(camera: string) {
  const [branca, preta] = await Promise.all([
    readPixels(camera, 'branca'),
    readPixels(camera, 'preta'),
  ]);
  return { info: branca.info, branca: branca.data, preta: preta.data };
}

const cenas = new Map<string, ReturnType<typeof readCena>>();

/**
 * A JPEG of camera '1' to '4' in base64. Each pixel lies between the black and the white scene by
 * the share of its colour channel, so that windows, lights and shadows stay as they are.
 */
export async function drawFoto(camera: string, cor: string): Promise<string> {
  const aberta = cenas.get(camera) ?? readCena(camera);
  cenas.set(camera, aberta);
  const { info, branca, preta } = await aberta;
  const tinta = TINTAS[cor as keyof typeof TINTAS] ?? TINTAS.Prata;
  const pixels = Buffer.alloc(branca.length);
  for (let i = 0; i < branca.length; i += 1) {
    const [de = 0, ate = 0, canal = 0] = [preta[i], branca[i], tinta[i % 3]];
    pixels[i] = de + ((ate - de) * canal) / 255;
  }
  const { width, height } = info;
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
  return jpeg.toString('base64');
}
