/** After a non-name character only: otherwise a search takes quadratic time. */
const PARAMETRO = /(?<![\w-])([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))/g;

/** The parameters of a challenge or of its answer (RFC 9110 §11.2), by their lower-case names. */
export function readParameters(texto: string): Map<string, string> {
  const lidos = new Map<string, string>();
  for (const [, nome = '', citado, solto = ''] of texto.matchAll(PARAMETRO)) {
    lidos.set(nome.toLowerCase(), citado?.replace(/\\(.)/g, '$1') ?? solto);
  }
  return lidos;
}
