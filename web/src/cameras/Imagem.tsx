import { ImagemExterna } from './ImagemExterna.tsx';
import { ImagemFoto } from './ImagemFoto.tsx';
import { type ImagemProps, ImagemVideo } from './ImagemVideo.tsx';
import type { Modo } from './textos.ts';

/** A camera's picture, in the way that its kind and this browser allow. */
export function Imagem({ modo, ...props }: ImagemProps & { modo: Modo }) {
  if (modo === 'embed') return <ImagemExterna {...props} />;
  if (modo === 'imagem' || modo === 'fotos') return <ImagemFoto {...props} />;
  return <ImagemVideo {...props} />;
}
