import * as z from 'zod/mini';

/** Controls, line separators and characters that show nothing or turn the text around. */
const INVISIVEL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Half of a surrogate pair on its own: neither UTF-8 nor a database can hold it. */
const SUBSTITUTO_SOLTO = /\p{Surrogate}/u;

/** Length in characters, as people count them (not UTF-16 units). */
export const comprimento = (texto: string): number => [...texto].length;

/** Upper case of a–z alone: 'ı' is no I and 'ﬀ' is no FF on a plate or in a known word. */
export const maiusculas = (texto: string): string =>
  texto.replace(/[a-z]+/g, (letras) => letras.toUpperCase());

/** Lower case without accents: the form in which texts are compared, sorted and searched. */
export function dobrar(texto: string): string {
  return texto
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

/** Refuses what is never data: product rule, answered with 400. `rotulo` opens the sentence. */
export const semInvisiveis = (rotulo: string) =>
  z.refine<string>((valor) => !INVISIVEL.test(valor) && !SUBSTITUTO_SOLTO.test(valor), {
    error: `${rotulo}: retire os caracteres de controle ou invisíveis.`,
    abort: true,
  });

/** Trimmed and NFC: how a text is kept. */
const arrumar = (valor: string): string => valor.trim().normalize('NFC');

/**
 * A text field of the wire: trimmed, NFC, nothing invisible, at most `maximo` characters.
 * `rotulo` opens the sentence shown under the field ('Nome: use no máximo 200 caracteres.').
 */
export function texto(rotulo: string, maximo: number) {
  return z.pipe(
    z.string({ error: `${rotulo}: informe um texto.` }).check(
      semInvisiveis(rotulo),
      z.refine((valor) => comprimento(arrumar(valor)) <= maximo, {
        error: `${rotulo}: use no máximo ${maximo} caracteres.`,
      }),
    ),
    z.transform(arrumar),
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

/** The key of a record as it stands in a path: compared exactly, so only made NFC. */
export const chaveDeCaminho = (rotulo: string) =>
  z.pipe(
    z.string().check(semInvisiveis(rotulo)),
    z.transform((valor: string) => valor.normalize('NFC')),
  );

/** What an object says of itself when it is none, or has keys that nobody knows. */
const frasesDeObjeto = {
  error: (falha: { code?: string; keys?: unknown }) =>
    falha.code === 'unrecognized_keys' && Array.isArray(falha.keys)
      ? `Campo desconhecido: ${falha.keys.join(', ')}.`
      : 'Envie um objeto JSON com os campos do pedido.',
};

/** Fields that come in from the wire: an object and no key besides. */
export const entrada = <T extends z.core.$ZodLooseShape>(campos: T) =>
  z.strictObject(campos, frasesDeObjeto);

/** As `entrada`; other keys are dropped without a word. */
export const entradaTolerante = <T extends z.core.$ZodLooseShape>(campos: T) =>
  z.object(campos, frasesDeObjeto);
