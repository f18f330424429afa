import * as z from 'zod/mini';

/** Control characters are never data: product rule, answered with 400. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const CONTROLE = /[\u0000-\u001f\u007f-\u009f]/u;

/** Half of a surrogate pair on its own: neither UTF-8 nor a database can hold it. */
const SUBSTITUTO_SOLTO = /\p{Surrogate}/u;

/** Length in characters, as people count them (not UTF-16 units). */
const comprimento = (texto: string): number => [...texto].length;

/** Lower case without accents: the form in which texts are compared, sorted and searched. */
export function dobrar(texto: string): string {
  return texto
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

/**
 * A text field of the wire: trimmed, NFC, no control characters, at most `maximo` characters.
 * `rotulo` opens the sentence shown under the field ('Nome: use no máximo 200 caracteres.').
 */
export function texto(rotulo: string, maximo: number) {
  return z.pipe(
    z.string({ error: `${rotulo}: informe um texto.` }).check(
      z.refine((valor) => !CONTROLE.test(valor), {
        error: `${rotulo}: há caracteres de controle no texto.`,
      }),
      z.refine((valor) => !SUBSTITUTO_SOLTO.test(valor), {
        error: `${rotulo}: há caracteres inválidos no texto.`,
      }),
      z.refine((valor) => comprimento(valor.trim().normalize('NFC')) <= maximo, {
        error: `${rotulo}: use no máximo ${maximo} caracteres.`,
      }),
    ),
    z.transform((valor: string) => valor.trim().normalize('NFC')),
  );
}

/** As `texto`, and not blank. */
export function textoObrigatorio(rotulo: string, maximo: number) {
  return z.pipe(
    texto(rotulo, maximo),
    z.string().check(z.minLength(1, { error: `${rotulo}: preenchimento obrigatório.` })),
  );
}

/** As `texto`; null or blank becomes null. */
export function textoOpcional(rotulo: string, maximo: number) {
  return z.pipe(
    z.nullable(texto(rotulo, maximo)),
    z.transform((valor: string | null) => valor || null),
  );
}
