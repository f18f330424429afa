import { type RefObject, useEffect, useState } from 'react';

/** True from the first time the element is near the window on. */
export function useVisivel(ref: RefObject<Element | null>): boolean {
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
