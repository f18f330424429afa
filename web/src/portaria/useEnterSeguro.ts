import { useEffect, useRef } from 'react';

/** A scanner ends what it types with Enter: that one is no decision of anybody's. */
const LEITURA = 400;

/** Enter for what is on screen, once it has been there long enough to be read. */
export function useEnterSeguro(mostrado: string | undefined, agir: () => void): () => void {
  const desde = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts from each new verdict
  useEffect(() => {
    desde.current = performance.now();
  }, [mostrado]);
  return () => {
    if (performance.now() - desde.current >= LEITURA) agir();
  };
}
