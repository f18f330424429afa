import { useRef } from 'react';
import { Icon } from '../ui/Icon.tsx';
import './miniatura.css';
import { useImagem } from './useImagem.ts';
import { useVisivel } from './useVisivel.ts';

type MiniaturaProps = { passagem: string; imagem: string | undefined };

/** A passage's picture in a row: asked for when the row is seen, an empty frame otherwise. */
export function Miniatura({ passagem, imagem }: MiniaturaProps) {
  const quadro = useRef<HTMLSpanElement>(null);
  const { url } = useImagem(passagem, imagem, useVisivel(quadro));
  return (
    <span ref={quadro} className="miniatura" data-sem-imagem={!imagem || undefined}>
      {url ? <img src={url} alt="" /> : <Icon name={imagem ? 'image' : 'video-off'} size={20} />}
    </span>
  );
}
