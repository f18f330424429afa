import { createPreference } from './preference.ts';

export const TEMAS = ['automatico', 'claro', 'escuro', 'noturno'] as const;
export type Tema = (typeof TEMAS)[number];

/** The chosen theme; `public/tema.js` reads the same key before the first paint. */
export const tema = createPreference('unipark.tema', TEMAS, 'automatico');

const prefersDark = () => window.matchMedia('(prefers-color-scheme: dark)');

/** The theme on screen now: automatic follows the device. */
export function shownTema(): Exclude<Tema, 'automatico'> {
  const chosen = tema.get();
  if (chosen !== 'automatico') return chosen;
  return prefersDark().matches ? 'escuro' : 'claro';
}

function apply(): void {
  const root = document.documentElement;
  root.dataset.tema = shownTema();
  const ground = getComputedStyle(root).getPropertyValue('--surface').trim();
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (meta && ground) meta.content = ground;
}

/** Keeps the page in the chosen theme from here on. */
export function watchTheme(): void {
  tema.subscribe(apply);
  prefersDark().addEventListener('change', apply);
  apply();
}
