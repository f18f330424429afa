import { type RefObject, useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/Icon.tsx';
import './miniatura.css';
import { useImagem } from './useImagem.ts';

type MiniaturaProps = { passagem: string; imagem: string | undefined };

/** The small picture of a passage in a row, loaded when the row is visible; an empty frame before. */
export function Miniatura({ passagem, imagem }: MiniaturaProps) {
  const quadro = useRef<HTMLSpanElement>(null);
  const { url } = useImagem(passagem, imagem, {
    ligada: useIsVisible(quadro),
    miniatura: true,
  });
  return (
    <span ref={quadro} className="miniatura" data-sem-imagem={!imagem || undefined}>
      {url ? <img src={url} alt="" /> : <Icon name={imagem ? 'image' : 'video-off'} size={20} />}
    </span>
  );
}

/** True from the moment the element is first near the window. */
function useIsVisible(ref: RefObject<Element | null>): boolean {
  const [visto, setVisto] = useState(false);
  useEffect(() => {
    if (!ref.current || visto) return;
    const observador = new IntersectionObserver(
      (entradas) => {
        if (entradas.some(({ isIntersecting }) => isIntersecting)) setVisto(true);
      },
      { rootMargin: '200px' },
    );
    observador.observe(ref.current);
    return () => observador.disconnect();
  }, [ref, visto]);
  return visto;
}
