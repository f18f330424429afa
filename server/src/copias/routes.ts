import {
  AjustesCopias,
  PedidoRestaurar,
  PerdasCopia,
  SituacaoCopias,
} from '@unipark/contract/copia';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { getAutor } from '../platform/audit.ts';
import type { Banco } from '../platform/db/banco.ts';
import { changeAjustes } from './ajustes.ts';
import type { Copias } from './copias.ts';

const tags = ['Cópias de segurança'];
const params = z.object({ nome: z.string() });
const admin = { admin: true };

interface Deps {
  db: Banco;
  copias: Copias;
}

export const copiasRoutes =
  ({ db, copias }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/copias',
      {
        config: admin,
        schema: {
          tags,
          summary: 'Lista as cópias de segurança e mostra o que está em andamento',
          response: { 200: SituacaoCopias },
        },
      },
      () => copias.getSituacao(),
    );

    app.put(
      '/api/copias/ajustes',
      {
        config: admin,
        schema: {
          tags,
          summary: 'Altera as cópias automáticas e se elas levam o segredo',
          body: AjustesCopias,
          response: { 200: SituacaoCopias },
        },
      },
      async (request) => {
        await changeAjustes(db, getAutor(request), request.body);
        return copias.getSituacao();
      },
    );

    app.post(
      '/api/copias',
      {
        config: admin,
        schema: {
          tags,
          summary: 'Faz uma cópia de segurança agora',
          response: { 202: SituacaoCopias },
        },
      },
      (request, reply) => {
        copias.make(getAutor(request));
        reply.code(202);
        return copias.getSituacao();
      },
    );

    app.post(
      '/api/copias/:nome/conferir',
      {
        config: admin,
        schema: {
          tags,
          summary: 'Confere uma cópia de segurança inteira',
          params,
          response: { 202: SituacaoCopias },
        },
      },
      async (request, reply) => {
        await copias.verify(request.params.nome);
        reply.code(202);
        return copias.getSituacao();
      },
    );

    app.get(
      '/api/copias/:nome/perdas',
      {
        config: admin,
        schema: {
          tags,
          summary: 'Mostra o que se perde ao restaurar uma cópia',
          params,
          response: { 200: PerdasCopia },
        },
      },
      (request) => copias.getPerdas(request.params.nome),
    );

    app.post(
      '/api/copias/:nome/restaurar',
      {
        config: admin,
        schema: {
          tags,
          summary: 'Restaura uma cópia de segurança e reinicia o servidor',
          params,
          body: PedidoRestaurar,
          response: { 202: SituacaoCopias },
        },
      },
      async (request, reply) => {
        await copias.restore(request.params.nome, getAutor(request));
        reply.code(202);
        return copias.getSituacao();
      },
    );
  };
