import { createTocador, type Player } from './tocador.ts';

/** The elements of a tile: the video, and a canvas with the last picture above it. */
export type PictureElements = { video: HTMLVideoElement; retrato: HTMLCanvasElement };

/** Copies the current picture to the canvas, so that the tile is not black while the video restarts. */
export function holdPicture({ video, retrato }: PictureElements): void {
  const { videoWidth, videoHeight } = video;
  if (!videoWidth || !retrato.hidden) return;
  // During a jump the video has no picture: the canvas keeps the one before.
  if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
    retrato.width = videoWidth;
    retrato.height = videoHeight;
    retrato.getContext('2d')?.drawImage(video, 0, 0);
  }
  retrato.hidden = false;
}

/** Releases the video and its memory; its last picture stays on the canvas. */
export function releaseVideo(palco: PictureElements): void {
  holdPicture(palco);
  palco.video.removeAttribute('src');
  palco.video.load();
}

/** Calls `listener` for every presented frame until `signal` aborts. */
export function watchFrames(
  { video, retrato }: PictureElements,
  listener: () => void,
  signal: AbortSignal,
): void {
  const seen = () => {
    // A late callback of the previous stream: this one has no picture yet.
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    retrato.hidden = true;
    listener();
  };
  if (!('requestVideoFrameCallback' in video)) {
    // Older browsers only have `timeupdate`, four times a second.
    (video as HTMLVideoElement).addEventListener('timeupdate', seen, { signal });
    return;
  }
  let handle = 0;
  const next = () => {
    handle = video.requestVideoFrameCallback(() => {
      if (signal.aborted) return;
      seen();
      next();
    });
  };
  next();
  signal.addEventListener('abort', () => video.cancelVideoFrameCallback(handle));
}

/** Plays one stream after the other without a black moment between them. */
export function createCena(palco: PictureElements) {
  let tocador: Player | undefined;
  return {
    start(tipo: string, onFailure: () => void) {
      holdPicture(palco);
      tocador?.close();
      tocador = createTocador(palco.video, tipo, onFailure);
    },
    receive: (bytes: ArrayBuffer) => tocador?.receive(bytes),
    adjust: (limite: number) => tocador?.adjust(limite),
    stop() {
      tocador?.close();
      tocador = undefined;
    },
  };
}
