const AQUI = 'http://aqui.invalid';
const MAXIMO = 500;

/**
 * A path of our own pages that somebody asked to come back to, or ''. An address that a browser
 * would read as another site's (`//x`, `/\x`, `https:x`, a tab in between) is none.
 */
export function ownPath(pedido: string | undefined): string {
  if (!pedido || pedido.length > MAXIMO || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(pedido)) {
    return '';
  }
  const url = URL.canParse(pedido, AQUI) ? new URL(pedido, AQUI) : undefined;
  // Dots may fold into a second slash: what is kept is what a browser would make of it.
  const lido = url?.origin === AQUI ? url.pathname + url.search : '';
  return /^\/[^/\\]/.test(lido) ? lido : '';
}
