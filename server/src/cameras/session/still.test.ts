import { beforeAll, expect, it } from 'vitest';
import { clipe, requireFfmpeg } from '../../../test/video.ts';
import { CameraFault } from '../reasons.ts';
import { readClip } from './loop.ts';
import { renderStill } from './still.ts';

let caminho: string;
beforeAll(async () => {
  ({ caminho } = await requireFfmpeg());
});

/** Width and height in a JPEG's frame header (ITU-T T.81 §B.2.2). */
function sizeOf(jpeg: Buffer): [number, number] {
  const sof = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  return [jpeg.readUInt16BE(sof + 7), jpeg.readUInt16BE(sof + 5)];
}

it('is one JPEG of the newest frame, in the size of the video', async () => {
  const { init, frames } = await readClip(clipe(1));
  const [chave, depois] = await Promise.all([
    renderStill(caminho, init, frames.slice(0, 1)),
    renderStill(caminho, init, frames.slice(0, 45)),
  ]);
  for (const jpeg of [chave, depois]) {
    expect(jpeg.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(jpeg.subarray(-2).toString('hex')).toBe('ffd9');
    expect(jpeg.lastIndexOf(Buffer.from([0xff, 0xd8, 0xff]))).toBe(0);
    expect(sizeOf(jpeg)).toEqual([640, 360]);
  }
  expect(chave.equals(depois)).toBe(false);
});

it.each([
  ['without ffmpeg', '/nao/ha/ffmpeg', 'ffmpeg_missing'],
  ['where there is no picture', null, 'closed'],
])('%s answers a reason, not a picture', async (_nome, outro, motivo) => {
  const { init } = await readClip(clipe(1));
  const pedido = renderStill(outro ?? caminho, init, []);
  await expect(pedido).rejects.toThrow(CameraFault);
  await expect(pedido).rejects.toMatchObject({ motivo });
});
