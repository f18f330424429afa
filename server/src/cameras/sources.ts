/** What turns a camera's settings into video and pictures, one for all cameras. */
import { fileURLToPath } from 'node:url';
import type { Ajustes } from './ajustes.ts';
import { EngineMemory, type Ffmpeg, findFfmpeg } from './engine.ts';
import { ffmpegSource } from './ffmpeg.ts';
import { loopSource } from './loop.ts';
import { CameraFault } from './reasons.ts';
import type { Fragment, Init, Source } from './source.ts';
import { renderStill } from './still.ts';

const CLIPES = new URL('../../../demo/', import.meta.url);

export interface Sources {
  /** The engine in use; null while there is none that can be. */
  ffmpeg(): Promise<Ffmpeg | null>;
  /** A new try at a camera. @throws {CameraFault} */
  sourceOf(ajustes: Ajustes): Promise<Source>;
  /** @throws {CameraFault} */
  renderStill(init: Init, fragments: Fragment[]): Promise<Buffer>;
  limitTranscoding(maximo: number): void;
}

export function createSources(ffmpegPath: string | null): Sources {
  const memoria = new EngineMemory();

  async function getFfmpeg(): Promise<Ffmpeg> {
    const ffmpeg = await findFfmpeg(ffmpegPath);
    if (!ffmpeg) throw new CameraFault('ffmpeg_missing');
    return ffmpeg;
  }

  return {
    ffmpeg: () => findFfmpeg(ffmpegPath),
    async sourceOf(ajustes) {
      const { tipo, url, clipe } = ajustes;
      if (tipo === 'demo') return loopSource(fileURLToPath(new URL(`cam${clipe}.mp4`, CLIPES)));
      if (!url || (tipo !== 'rtsp' && tipo !== 'mjpeg')) throw new CameraFault('not_configured');
      return ffmpegSource({ ...ajustes, tipo, url, ffmpeg: await getFfmpeg(), memoria });
    },
    async renderStill(init, fragments) {
      const { caminho } = await getFfmpeg();
      return renderStill(caminho, init, fragments);
    },
    limitTranscoding(maximo) {
      memoria.transcodificacoesMax = maximo;
    },
  };
}
