/** Makes video and pictures from a camera's settings; one instance for all cameras. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Ajustes } from './ajustes.ts';
import { EngineMemory, type Ffmpeg, findFfmpeg } from './engine/engine.ts';
import { ffmpegSource } from './engine/ffmpeg.ts';
import { CameraFault } from './reasons.ts';
import { loopSource } from './session/loop.ts';
import type { Fragment, Init, Source } from './session/source.ts';
import { renderStill } from './session/still.ts';

const CLIPES = new URL('../../../demo/', import.meta.url);

export interface Sources {
  /** The engine in use; null when no usable engine is found. */
  ffmpeg(): Promise<Ffmpeg | null>;
  /** A new try at a camera. @throws {CameraFault} */
  sourceOf(ajustes: Ajustes): Promise<Source>;
  /** @throws {CameraFault} */
  renderStill(ajustes: Ajustes, init: Init, fragments: Fragment[]): Promise<Buffer>;
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
    async renderStill({ tipo, clipe }, init, fragments) {
      // A demonstration needs no engine: beside its clip is a picture of the same place.
      if (tipo === 'demo' && !(await findFfmpeg(ffmpegPath))) {
        return readFile(new URL(`cam${clipe}-branca.jpg`, CLIPES));
      }
      const { caminho } = await getFfmpeg();
      return renderStill(caminho, init, fragments);
    },
    limitTranscoding(maximo) {
      memoria.transcodificacoesMax = maximo;
    },
  };
}
