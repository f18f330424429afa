import type { Camera } from '@unipark/contract/camera';
import { useEffect, useRef, useState } from 'react';
import { showFotos } from './player/foto.ts';
import { playCamera } from './player/player.ts';
import type { PlaybackListener } from './player/transmissao.ts';
import { AO_VIVO } from './situacao.ts';
import type { PictureMode } from './textos.ts';

/** A camera's picture, in the mode of its kind that this browser supports. */
export function Imagem({ modo, ...props }: ImagemProps & { modo: PictureMode }) {
  if (modo === 'embed') return <ImagemExterna {...props} />;
  if (modo === 'imagem' || modo === 'fotos') return <ImagemFoto {...props} />;
  return <ImagemVideo {...props} />;
}

type ImagemProps = PlaybackListener & {
  camera: Camera;
  /** Counts the presses of 'Tentar novamente': each one restarts the picture. */
  tentativa: number;
};

/** Live video, with the last picture above it while the video has none. */
function ImagemVideo({ camera, tentativa, report, onFrame }: ImagemProps) {
  const { id, nome, modo } = camera;
  const video = useRef<HTMLVideoElement>(null);
  const retrato = useRef<HTMLCanvasElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list brings a new object each time, and each try is a new stream
  useEffect(() => {
    if (!video.current || !retrato.current) return;
    const palco = { video: video.current, retrato: retrato.current };
    return playCamera(camera, palco, { report, onFrame });
  }, [id, modo, tentativa, report, onFrame]);

  return (
    <>
      <video ref={video} muted playsInline disablePictureInPicture aria-label={`Vídeo: ${nome}`} />
      <canvas ref={retrato} hidden />
    </>
  );
}

/** One picture each second, for cameras without video and browsers that cannot play it. */
function ImagemFoto({ camera, tentativa, report, onFrame }: ImagemProps) {
  const { id, nome } = camera;
  const imagem = useRef<HTMLImageElement>(null);
  const [chegou, setChegou] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try starts again
  useEffect(() => {
    if (!imagem.current) return;
    const parar = new AbortController();
    void showFotos(id, imagem.current, { report, onFrame }, parar.signal);
    return () => parar.abort();
  }, [id, tentativa, report, onFrame]);

  return (
    <img ref={imagem} alt={`Imagem: ${nome}`} hidden={!chegou} onLoad={() => setChegou(true)} />
  );
}

/** A page of another site in a frame: after it has loaded, its state is unknown. */
function ImagemExterna({ camera, tentativa, report }: ImagemProps) {
  const { nome, embedUrl } = camera;
  useEffect(() => {
    if (!embedUrl) report({ fase: 'offline', aviso: 'A câmera não tem endereço para mostrar.' });
  }, [embedUrl, report]);
  if (!embedUrl) return null;
  return (
    <iframe
      key={tentativa}
      src={embedUrl}
      title={`Imagem externa: ${nome}`}
      // It may use its own origin and scripts, but not our window, addresses, dialogs or downloads.
      sandbox="allow-scripts allow-same-origin"
      allow="autoplay"
      referrerPolicy="no-referrer"
      onLoad={() => report(AO_VIVO)}
    />
  );
}
