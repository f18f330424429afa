import { useEffect, useRef, useState } from 'react';
import type { Lugar } from './lugares.ts';

/** A camera that comes and goes is told of once it has stayed so. */
const ASSENTAR_MS = 3_000;

const lista = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/** 'Sem imagem: Câmera 3.', or that all are back; '' before the first trouble. */
export function textoDasCameras(lugares: readonly Lugar[], antes: string): string {
  const paradas = lugares.filter(({ situacao }) =>
    ['offline', 'congelado'].includes(situacao?.fase ?? ''),
  );
  if (paradas.length > 0) return `Sem imagem: ${lista.format(paradas.map(({ nome }) => nome))}.`;
  // On its way back is neither: what was said holds.
  if (lugares.some(({ situacao }) => situacao?.fase === 'conectando')) return antes;
  return antes === '' ? '' : 'Todas as câmeras voltaram.';
}

/** What the polite region says of the cameras: their troubles, not each of their states. */
export function useAnuncioCameras(lugares: readonly Lugar[]): string {
  const [anuncio, setAnuncio] = useState('');
  const dito = useRef('');
  const texto = textoDasCameras(lugares, dito.current);
  useEffect(() => {
    const timer = setTimeout(() => {
      dito.current = texto;
      setAnuncio(texto);
    }, ASSENTAR_MS);
    return () => clearTimeout(timer);
  }, [texto]);
  return anuncio;
}
