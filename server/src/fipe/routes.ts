import { CODIGO_FIPE, RespostaFipe } from '@unipark/contract/fipe';
import { entrada } from '@unipark/contract/texto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Banco } from '../platform/db/banco.ts';
import { listAnos, listMarcas, listModelos } from './repo.ts';

const tags = ['FIPE'];
/** No body, or `{}`: the question is in the path. */
const Corpo = z.optional(z.nullable(entrada({})));
const texto = z.string();

const conhecidos = (...partes: string[]): boolean =>
  partes.every((parte) => CODIGO_FIPE.test(parte));

/** Brands, models and years from our own tables. Unknown parts have no options: never an error. */
export const fipeRoutes =
  ({ db }: { db: Banco }): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/fipe/:tipo',
      {
        schema: {
          tags,
          params: z.object({ tipo: texto }),
          body: Corpo,
          response: { 200: RespostaFipe },
        },
      },
      async ({ params: { tipo } }) => ({
        data: conhecidos(tipo) ? await listMarcas(db, tipo) : [],
      }),
    );

    app.post(
      '/fipe/:tipo/:marca',
      {
        schema: {
          tags,
          params: z.object({ tipo: texto, marca: texto }),
          body: Corpo,
          response: { 200: RespostaFipe },
        },
      },
      async ({ params: { tipo, marca } }) => ({
        data: conhecidos(tipo, marca) ? await listModelos(db, tipo, marca) : [],
      }),
    );

    app.post(
      '/fipe/:tipo/:marca/:modelo',
      {
        schema: {
          tags,
          params: z.object({ tipo: texto, marca: texto, modelo: texto }),
          body: Corpo,
          response: { 200: RespostaFipe },
        },
      },
      async ({ params: { tipo, marca, modelo } }) => ({
        data: conhecidos(tipo, marca, modelo) ? await listAnos(db, tipo, marca, modelo) : [],
      }),
    );
  };
