/*
 * The theme, before the first paint: `data-tema` on <html>, from the stored choice or, with
 * none stored, from the system. From then on `lib/theme.ts` paints.
 */
(() => {
  // The header's ground (--surface), told to the browser before any stylesheet is read.
  const HEADER = { claro: '#ffffff', escuro: '#141b24', noturno: '#0c0906' };
  let choice = null;
  try {
    choice = localStorage.getItem('unipark.tema');
  } catch {
    // Storage refused: the system decides.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'escuro' : 'claro';
  const tema = choice && Object.hasOwn(HEADER, choice) ? choice : system;
  document.documentElement.dataset.tema = tema;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', HEADER[tema]);
})();
