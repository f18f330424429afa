import { createTocador, type Tocador } from './tocador.ts';

/** The elements of a place: the moving picture, and the last one held above it. */
export type Palco = { video: HTMLVideoElement; retrato: HTMLCanvasElement };

/** Holds what is shown now, so that nothing goes black while the video begins anew. */
export function segurar({ video, retrato }: Palco): void {
  const { videoWidth, videoHeight } = video;
  if (!videoWidth || !retrato.hidden) return;
  // In the middle of a jump there is nothing to draw: what was held before is better than black.
  if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
    retrato.width = videoWidth;
    retrato.height = videoHeight;
    retrato.getContext('2d')?.drawImage(video, 0, 0);
  }
  retrato.hidden = false;
}

/** Lets the video go, its memory too; what it showed last stays. */
export function esvaziar(palco: Palco): void {
  segurar(palco);
  palco.video.removeAttribute('src');
  palco.video.load();
}

/** Tells of every frame presented until `signal`. */
export function aCadaQuadro(
  { video, retrato }: Palco,
  listener: () => void,
  signal: AbortSignal,
): void {
  const seen = () => {
    // Of the stream before, told of late: there is no picture of this one yet.
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    retrato.hidden = true;
    listener();
  };
  if (!('requestVideoFrameCallback' in video)) {
    // Older browsers tell of the time alone, four times a second.
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

/** A scene in which one stream plays after the other, without a black moment between them. */
export function createCena(palco: Palco) {
  let tocador: Tocador | undefined;
  return {
    comecar(tipo: string, onFalha: () => void) {
      segurar(palco);
      tocador?.fechar();
      tocador = createTocador(palco.video, tipo, onFalha);
    },
    receber: (bytes: ArrayBuffer) => tocador?.receber(bytes),
    conferir: (limite: number) => tocador?.conferir(limite),
    parar() {
      tocador?.fechar();
      tocador = undefined;
    },
  };
}
