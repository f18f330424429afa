import { useEffect } from 'react';
import type { ImagemProps } from './ImagemVideo.tsx';
import { AO_VIVO } from './situacao.ts';

/** Somebody else's page in a frame: once it has loaded, nothing more is known of it. */
export function ImagemExterna({ camera, tentativa, relatar }: ImagemProps) {
  const { nome, embedUrl } = camera;
  useEffect(() => {
    if (!embedUrl) relatar({ fase: 'offline', aviso: 'A câmera não tem endereço para mostrar.' });
  }, [embedUrl, relatar]);
  if (!embedUrl) return null;
  return (
    <iframe
      key={tentativa}
      src={embedUrl}
      title={`Imagem externa: ${nome}`}
      // Its own origin and its scripts; not our window, our addresses, dialogs or downloads.
      sandbox="allow-scripts allow-same-origin"
      allow="autoplay"
      referrerPolicy="no-referrer"
      onLoad={() => relatar(AO_VIVO)}
    />
  );
}
