/** A still picture from the viewers' frames: no second connection to the camera. */
import { readProcess } from '../engine/process.ts';
import { CameraFault } from '../reasons.ts';
import type { Fragment, Init } from './source.ts';

const LIMITE_MS = 5_000;
const MAXIMO = 8 * 1024 * 1024;

/**
 * The newest frame of `fragments` as a JPEG; the first of `fragments` must be a key.
 * @throws {CameraFault} when ffmpeg is missing, takes too long, or finds no picture
 */
export async function renderStill(
  caminho: string,
  init: Init,
  fragments: Fragment[],
): Promise<Buffer> {
  const video = Buffer.concat([init.bytes, ...fragments.map(({ bytes }) => bytes)]);
  const args = [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-protocol_whitelist', 'pipe'],
    ...['-f', 'mp4', '-i', 'pipe:0', '-map', '0:v:0'],
    ...['-vf', `select=gte(n\\,${fragments.length - 1}),format=yuvj420p`, '-frames:v', '1'],
    ...['-f', 'image2pipe', '-c:v', 'mjpeg', '-q:v', '4', 'pipe:1'],
  ];
  const limites = { maximo: MAXIMO, prazoMs: LIMITE_MS };
  const { faltou, saida } = await readProcess(caminho, args, video, limites);
  if (faltou) throw new CameraFault('ffmpeg_missing');
  if (!saida?.length) throw new CameraFault('closed');
  return saida;
}
