import { useSyncExternalStore } from 'react';
import { createPreference } from './preference.ts';

export const TEMAS = ['automatico', 'claro', 'escuro', 'noturno'] as const;
export type Tema = (typeof TEMAS)[number];

/** The chosen theme. `public/tema.js` reads the same key, before the first paint and after. */
export const tema = createPreference('unipark.tema', TEMAS, 'automatico');
tema.subscribe(() => window.dispatchEvent(new Event('unipark:tema')));

const dark = window.matchMedia('(prefers-color-scheme: dark)');

function shown(): Exclude<Tema, 'automatico'> {
  const chosen = tema.get();
  if (chosen !== 'automatico') return chosen;
  return dark.matches ? 'escuro' : 'claro';
}

function watch(listener: () => void): () => void {
  const stop = tema.subscribe(listener);
  dark.addEventListener('change', listener);
  return () => {
    stop();
    dark.removeEventListener('change', listener);
  };
}

/** The theme on screen now: automatic follows the device. */
export const useShownTema = () => useSyncExternalStore(watch, shown);
