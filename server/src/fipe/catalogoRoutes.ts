import { SituacaoCatalogo } from '@unipark/contract/fipe';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { getAutor } from '../platform/audit.ts';
import type { Banco } from '../platform/db/banco.ts';
import type { Catalogo } from './catalogo.ts';
import { readSituacao } from './situacao.ts';

const tags = ['Catálogo'];
const config = { admin: true };
const ENDERECO = '/api/catalogo/atualizacao';

interface Deps {
  db: Banco;
  catalogo: Catalogo;
}

export const catalogoRoutes =
  ({ db, catalogo }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { atualizacao } = catalogo;
    const read = () => readSituacao({ db, ...catalogo });

    app.get(
      '/api/catalogo',
      {
        schema: {
          tags,
          summary: 'Mostra a situação do catálogo FIPE',
          response: { 200: SituacaoCatalogo },
        },
      },
      read,
    );

    app.post(
      ENDERECO,
      {
        config,
        schema: {
          tags,
          summary: 'Começa a atualização do catálogo',
          response: { 202: SituacaoCatalogo },
        },
      },
      async (request, reply) => {
        await atualizacao.start({ autor: getAutor(request) });
        reply.code(202);
        return read();
      },
    );

    app.delete(
      ENDERECO,
      {
        config,
        schema: {
          tags,
          summary: 'Pausa a atualização do catálogo; ela continua de onde parou',
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await atualizacao.pause(getAutor(request));
        reply.code(204);
      },
    );
  };
