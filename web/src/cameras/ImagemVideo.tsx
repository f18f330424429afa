import type { Camera } from '@unipark/contract/camera';
import { useEffect, useRef } from 'react';
import type { Ouvinte } from './transmissao.ts';
import { transmitir } from './transmitir.ts';

export type ImagemProps = Ouvinte & {
  camera: Camera;
  /** Grows with each 'Tentar novamente': the picture begins anew. */
  tentativa: number;
};

/** Live video, and above it the last picture while the video has none. */
export function ImagemVideo({ camera, tentativa, relatar, aoQuadro }: ImagemProps) {
  const { id, nome, modo } = camera;
  const video = useRef<HTMLVideoElement>(null);
  const retrato = useRef<HTMLCanvasElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list brings a new object each time, and each try is a new stream
  useEffect(() => {
    if (!video.current || !retrato.current) return;
    const palco = { video: video.current, retrato: retrato.current };
    return transmitir(camera, palco, { relatar, aoQuadro });
  }, [id, modo, tentativa, relatar, aoQuadro]);

  return (
    <>
      <video ref={video} muted playsInline disablePictureInPicture aria-label={`Vídeo: ${nome}`} />
      <canvas ref={retrato} hidden />
    </>
  );
}
