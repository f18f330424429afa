import * as z from 'zod/mini';
import { countCharacters, foldText, refuseInvisibles, tidyText } from './texto.ts';

/** Hits are counted exactly up to this number; above it the answer has `X-Total-Count-Mais: 1`. */
export const TETO_CONTAGEM = 10_000;
export const LIMITE_PADRAO = 50;
export const LIMITE_MAXIMO = 200;
export const LIMITE_BUSCA = 20;

/** Different words of one search: each word may read every row. */
const PALAVRAS_MAXIMO = 10;

/** `limite` in a query: 1 to `maximo`. */
export function limitUpTo(maximo: number) {
  const error = `Limite: informe um número inteiro de 1 a ${maximo}.`;
  return z.pipe(
    z.string({ error }).check(z.regex(/^[0-9]{1,4}$/, { error })),
    z.pipe(
      z.transform((valor: string) => Number(valor)),
      z.number().check(z.gte(1, { error }), z.lte(maximo, { error })),
    ),
  );
}

export const CURSOR_INVALIDO = { error: 'Cursor inválido. Recarregue a lista.' };

/** Opaque cursor of a page. It holds the row's whole sort key, so it must not be cut. */
export const Cursor = z
  .string(CURSOR_INVALIDO)
  .check(z.maxLength(4_000, CURSOR_INVALIDO), z.regex(/^[\w-]+$/, CURSOR_INVALIDO));

/** Query of a list: page and order. `ordens` are the sortable fields; '-' reverses. */
export function listQuery<const O extends string>(ordens: readonly O[]) {
  const valores = ordens.flatMap((ordem) => [ordem, `-${ordem}` as const]);
  return {
    limite: z.optional(limitUpTo(LIMITE_MAXIMO)),
    apos: z.optional(Cursor),
    antes: z.optional(Cursor),
    ordem: z.optional(
      z.enum(valores as [O | `-${O}`, ...(O | `-${O}`)[]], {
        error: `Ordem: use ${ordens.join(', ')}, com - na frente para inverter.`,
      }),
    ),
  };
}

/** The words of a search, folded, each once. */
export const splitPalavras = (q: string): string[] => [
  ...new Set(foldText(q).split(/\s+/).filter(Boolean)),
];

const countPalavras = (q: string): number =>
  new Set(
    foldText(q)
      .split(/[\s-]+/)
      .filter(Boolean),
  ).size;

const semTermo = { error: 'Busca: informe um termo, uma só vez.' };

/** The term of a search: 2 to 200 characters, ten different words at most. */
export const TermoBusca = z.pipe(
  z.string(semTermo).check(refuseInvisibles('Busca')),
  z.pipe(
    z.transform((valor: string) => tidyText(valor)),
    z.string().check(
      z.minLength(2, { error: 'Digite ao menos 2 caracteres.' }),
      z.refine((valor) => countCharacters(valor) <= 200, {
        error: 'Busca: use no máximo 200 caracteres.',
        abort: true,
      }),
      z.refine((valor) => countPalavras(valor) <= PALAVRAS_MAXIMO, {
        error: `Busca: use no máximo ${PALAVRAS_MAXIMO} palavras.`,
      }),
    ),
  ),
);
