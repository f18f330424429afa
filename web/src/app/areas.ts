/** The four places of every screen, in the order of Alt+1 to Alt+4. */
export const AREAS = {
  conteudo: 'o conteúdo',
  menu: 'o menu',
  busca: 'a busca',
  rodape: 'o rodapé',
} as const;
export type Area = keyof typeof AREAS;

const SELECTORS: Record<Area, string> = {
  conteudo: '#conteudo',
  menu: '#menu',
  busca: 'main input[type="search"]',
  rodape: '#rodape',
};

/** Moves the focus to a place; false when this screen has none (a search, usually). */
export function focusArea(area: Area): boolean {
  const target = document.querySelector<HTMLElement>(SELECTORS[area]);
  target?.focus();
  if (target instanceof HTMLInputElement) target.select();
  target?.scrollIntoView?.({ block: 'nearest' });
  return target !== null;
}
