import { useEffect, useRef, useState } from 'react';
import { fotografar } from './foto.ts';
import type { ImagemProps } from './ImagemVideo.tsx';

/** A picture a second, for cameras that give no more and browsers that take no more. */
export function ImagemFoto({ camera, tentativa, relatar, aoQuadro }: ImagemProps) {
  const { id, nome } = camera;
  const imagem = useRef<HTMLImageElement>(null);
  const [chegou, setChegou] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try begins anew
  useEffect(() => {
    if (!imagem.current) return;
    const parar = new AbortController();
    void fotografar(id, imagem.current, { relatar, aoQuadro }, parar.signal);
    return () => parar.abort();
  }, [id, tentativa, relatar, aoQuadro]);

  return (
    <img ref={imagem} alt={`Imagem: ${nome}`} hidden={!chegou} onLoad={() => setChegou(true)} />
  );
}
