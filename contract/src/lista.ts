import * as z from 'zod/mini';

/** Hits counted exactly under a filter or a search; beyond, `X-Total-Count-Mais: 1`. */
export const TETO_CONTAGEM = 10_000;
export const LIMITE_PADRAO = 50;
export const LIMITE_MAXIMO = 200;
export const LIMITE_BUSCA = 20;

const inteiro = z.string().check(z.regex(/^[0-9]{1,4}$/, { error: 'Informe um número inteiro.' }));

/** `limite` as it travels in a query: 1–200. */
export const Limite = z.pipe(
  inteiro,
  z.pipe(
    z.transform((valor: string) => Number(valor)),
    z
      .number()
      .check(
        z.gte(1, { error: 'limite: de 1 a 200.' }),
        z.lte(LIMITE_MAXIMO, { error: 'limite: de 1 a 200.' }),
      ),
  ),
);

/** Opaque cursor of a page. */
export const Cursor = z.string().check(z.maxLength(600, { error: 'Cursor inválido.' }));

/** Query of a list: page and order. `ordens` are the sortable fields; '-' reverses. */
export function consultaLista<const O extends string>(ordens: readonly O[]) {
  const valores = ordens.flatMap((ordem) => [ordem, `-${ordem}` as const]);
  return {
    limite: z.optional(Limite),
    apos: z.optional(Cursor),
    antes: z.optional(Cursor),
    ordem: z.optional(
      z.enum(valores as [O | `-${O}`, ...(O | `-${O}`)[]], { error: 'ordem: campo desconhecido.' }),
    ),
  };
}

/** The term of a search: 2 characters at least, 200 at most. */
export const TermoBusca = z.pipe(
  z.string({ error: 'Informe o termo da busca.' }),
  z.pipe(
    z.transform((valor: string) => valor.trim().normalize('NFC')),
    z
      .string()
      .check(
        z.minLength(2, { error: 'Digite ao menos 2 caracteres.' }),
        z.maxLength(200, { error: 'Termo de busca longo demais.' }),
      ),
  ),
);
