import { useSyncExternalStore } from 'react';
import { createPreference } from '../preference.ts';

export const TEMAS = ['automatico', 'claro', 'escuro', 'noturno'] as const;
export type ThemeChoice = (typeof TEMAS)[number];

/** The chosen theme. `public/inicio.js` applies the same key before this module is loaded. */
export const tema = createPreference('unipark.tema', TEMAS, 'automatico');

/** The dark theme that this person used last. */
const escuroUsado = createPreference('unipark.tema.escuro', ['escuro', 'noturno'], 'escuro');

const dark = window.matchMedia('(prefers-color-scheme: dark)');

function shown(): Exclude<ThemeChoice, 'automatico'> {
  const chosen = tema.get();
  if (chosen !== 'automatico') return chosen;
  return dark.matches ? 'escuro' : 'claro';
}

/** Light becomes the last dark theme, and a dark theme becomes light. */
export const switchTema = (): void => tema.set(shown() === 'claro' ? escuroUsado.get() : 'claro');

function watch(listener: () => void): () => void {
  const stop = tema.subscribe(listener);
  dark.addEventListener('change', listener);
  return () => {
    stop();
    dark.removeEventListener('change', listener);
  };
}

/** The theme on screen: automatic follows the device. */
export const useShownTema = () => useSyncExternalStore(watch, shown);

function paint(): void {
  const root = document.documentElement;
  root.dataset.tema = shown();
  const ground = getComputedStyle(root).getPropertyValue('--surface').trim();
  if (ground) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
}

function remember(): void {
  const now = shown();
  if (now !== 'claro') escuroUsado.set(now);
}

// For the whole life of the page: a choice here or in another tab, and the device's change.
watch(paint);
watch(remember);
// The stored choice counts as the last dark theme.
remember();
