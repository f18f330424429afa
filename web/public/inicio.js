/* What comes before the page's own modules. */

/* The theme before the first paint: `data-tema` on <html>, from the stored choice or, without
   one, from the system. Afterwards `lib/theme.ts` paints it. */
(() => {
  // The header's background (--surface), given to the browser before any stylesheet is read.
  const HEADER = { claro: '#ffffff', escuro: '#141b24', noturno: '#0c0906' };
  let choice = null;
  try {
    choice = localStorage.getItem('unipark.tema');
  } catch {
    // Storage is refused: the system decides.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'escuro' : 'claro';
  const tema = choice && Object.hasOwn(HEADER, choice) ? choice : system;
  document.documentElement.dataset.tema = tema;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', HEADER[tema]);
})();

/* The files of a screen with a form that needs no account, or of a session: otherwise they are
   asked for only after the first file has run. */
(() => {
  const { abertas = '', sessao = '' } = document.currentScript.dataset;
  let files = '';
  if (/^\/(signup|passwordrecovery|contato|visita)$/.test(location.pathname)) files = abertas;
  else if (!/^\/(privacidade|acessibilidade)$/.test(location.pathname)) {
    try {
      if (localStorage.getItem('unipark.user')) files = sessao;
    } catch {
      // Storage is refused: there is no session.
    }
  }
  for (const href of files.split(' ').filter(Boolean)) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
    );
  }
})();
