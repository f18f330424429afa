import * as z from 'zod/mini';
import { comprimento, dobrar, semInvisiveis } from './texto.ts';

/** Hits counted exactly under a filter or a search; beyond, `X-Total-Count-Mais: 1`. */
export const TETO_CONTAGEM = 10_000;
export const LIMITE_PADRAO = 50;
export const LIMITE_MAXIMO = 200;
export const LIMITE_BUSCA = 20;

/** Different words of one search: each may cost a look at every row. */
const PALAVRAS_MAXIMO = 10;

/** `limite` as it travels in a query: 1 to `maximo`. */
export function limiteAte(maximo: number) {
  const error = `Limite: informe um número inteiro de 1 a ${maximo}.`;
  return z.pipe(
    z.string({ error }).check(z.regex(/^[0-9]{1,4}$/, { error })),
    z.pipe(
      z.transform((valor: string) => Number(valor)),
      z.number().check(z.gte(1, { error }), z.lte(maximo, { error })),
    ),
  );
}

const cursorInvalido = { error: 'Cursor inválido. Recarregue a lista.' };

/** Opaque cursor of a page: it holds the row's whole sort key, which no cut may shorten. */
export const Cursor = z
  .string(cursorInvalido)
  .check(z.maxLength(4_000, cursorInvalido), z.regex(/^[\w-]+$/, cursorInvalido));

/** Query of a list: page and order. `ordens` are the sortable fields; '-' reverses. */
export function consultaLista<const O extends string>(ordens: readonly O[]) {
  const valores = ordens.flatMap((ordem) => [ordem, `-${ordem}` as const]);
  return {
    limite: z.optional(limiteAte(LIMITE_MAXIMO)),
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
export const palavrasDaBusca = (q: string): string[] => [
  ...new Set(dobrar(q).split(/\s+/).filter(Boolean)),
];

const contarPalavras = (q: string): number =>
  new Set(
    dobrar(q)
      .split(/[\s-]+/)
      .filter(Boolean),
  ).size;

const semTermo = { error: 'Busca: informe um termo, uma só vez.' };

/** The term of a search: 2 to 200 characters, ten different words at most. */
export const TermoBusca = z.pipe(
  z.string(semTermo).check(semInvisiveis('Busca')),
  z.pipe(
    z.transform((valor: string) => valor.trim().normalize('NFC')),
    z.string().check(
      z.minLength(2, { error: 'Digite ao menos 2 caracteres.' }),
      z.refine((valor) => comprimento(valor) <= 200, {
        error: 'Busca: use no máximo 200 caracteres.',
        abort: true,
      }),
      z.refine((valor) => contarPalavras(valor) <= PALAVRAS_MAXIMO, {
        error: `Busca: use no máximo ${PALAVRAS_MAXIMO} palavras.`,
      }),
    ),
  ),
);
