/** A still picture out of what the viewers were sent: no second connection to the camera. */
import { startProcess } from './process.ts';
import { CameraFault } from './reasons.ts';
import type { Fragment, Init } from './source.ts';

const LIMITE_MS = 5_000;

/**
 * The newest frame of `fragments`, the first of which is a key, as a JPEG.
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
  const processo = startProcess(caminho, args, video);
  const pedacos: Buffer[] = [];
  processo.child.stdout.on('data', (pedaco: Buffer) => pedacos.push(pedaco));
  const limite = setTimeout(() => processo.stop(), LIMITE_MS);
  const { faltou } = await processo.ended;
  clearTimeout(limite);
  if (faltou) throw new CameraFault('ffmpeg_missing');
  if (pedacos.length === 0) throw new CameraFault('closed');
  return Buffer.concat(pedacos);
}
