import * as z from 'zod/mini';

/**
 * Controls, line separators, characters that show nothing (Hangul fillers, the blank of Braille) or
 * reverse the text, and halves of surrogate pairs, which neither UTF-8 nor a database can hold.
 */
const INVISIVEL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}\u2800]|(?!\p{VS})\p{DI}/u;
const INVISIVEIS = new RegExp(`(?:${INVISIVEL.source})+`, 'gu');

/** After an emoji a variation selector changes its drawing; elsewhere it shows nothing. */
const SELETOR_SOLTO = /(?<!\p{ExtPict})\p{VS}+/gu;

/** Length in characters, not in UTF-16 units. */
export const countCharacters = (texto: string): number => [...texto].length;

/** Upper case of a–z only: on a plate or in a known word, 'ı' is not I and 'ﬀ' is not FF. */
export const toUpperAscii = (texto: string): string =>
  texto.replace(/[a-z]+/g, (letras) => letras.toUpperCase());

/** Lower case without accents: the form in which texts are compared, sorted and searched. */
export function foldText(texto: string): string {
  return texto
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

/** Refuses characters that are never data (product rule: 400). `rotulo` opens the sentence. */
export const refuseInvisibles = (rotulo: string) =>
  z.refine<string>((valor) => !INVISIVEL.test(valor), {
    error: `${rotulo}: retire os caracteres de controle ou invisíveis.`,
    abort: true,
  });

/** Trimmed and NFC: the form in which a text is stored. */
export const tidyText = (valor: string): string =>
  valor.replace(SELETOR_SOLTO, '').trim().normalize('NFC');

/** The text in one line without invisible characters; '' when it has no visible one. */
export const cleanLine = (valor: string): string => tidyText(valor.replace(INVISIVEIS, ' '));

/** Whether a text has no visible character. */
export const isBlank = (valor: string): boolean => cleanLine(valor) === '';

/**
 * A text field of the wire: trimmed, NFC, nothing invisible, at most `maximo` characters.
 * `rotulo` opens the sentence shown under the field ('Nome: use no máximo 200 caracteres.').
 */
export function textField(rotulo: string, maximo: number) {
  return z.pipe(
    z.string({ error: `${rotulo}: informe um texto.` }).check(
      refuseInvisibles(rotulo),
      z.refine((valor) => countCharacters(tidyText(valor)) <= maximo, {
        error: `${rotulo}: use no máximo ${maximo} caracteres.`,
      }),
    ),
    z.transform(tidyText),
  );
}

/** As `textField`, and not blank. */
export function requiredText(rotulo: string, maximo: number) {
  return z.pipe(
    textField(rotulo, maximo),
    z.string().check(z.minLength(1, { error: `${rotulo}: preenchimento obrigatório.` })),
  );
}

/** As `textField`; null or blank becomes null. */
export function optionalText(rotulo: string, maximo: number) {
  return z.pipe(
    z.nullable(textField(rotulo, maximo)),
    z.transform((valor: string | null) => valor || null),
  );
}

/** The key of a record in a path: compared exactly, so it is only converted to NFC. */
export const pathKey = (rotulo: string) =>
  z.pipe(
    z.string().check(refuseInvisibles(rotulo)),
    z.transform((valor: string) => valor.normalize('NFC')),
  );

/** Sentences for a body that is not an object, or has unknown keys. */
const frasesDeObjeto = {
  error: (falha: { code?: string; keys?: unknown }) =>
    falha.code === 'unrecognized_keys' && Array.isArray(falha.keys)
      ? `Campo desconhecido: ${falha.keys.join(', ')}.`
      : 'Envie um objeto JSON com os campos do pedido.',
};

/** Fields of a request: an object without other keys. */
export const strictInput = <T extends z.core.$ZodLooseShape>(campos: T) =>
  z.strictObject(campos, frasesDeObjeto);

/** As `strictInput`, but other keys are dropped silently. */
export const looseInput = <T extends z.core.$ZodLooseShape>(campos: T) =>
  z.object(campos, frasesDeObjeto);
