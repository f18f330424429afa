import { ListaVisitantes, NovoVisitante, Visitante } from '@unipark/contract/visitante';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { audit, getAutor } from '../platform/audit.ts';
import { nowIso } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/banco.ts';
import { conflict, invalid, notFound } from '../platform/errors.ts';
import { createOnce } from '../platform/http/idempotency.ts';
import { pageHeaders } from '../platform/http/lists.ts';
import * as repo from './repo.ts';
import { createPasse, type VisitantesDeps } from './service.ts';

const tags = ['Portaria'];
const params = z.object({ id: z.string().check(z.regex(/^\d{1,15}$/)) });

export const visitantesRoutes =
  ({ db, onChange }: VisitantesDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/visitantes',
      {
        schema: {
          tags,
          summary: 'Lista os passes de visitantes, do mais novo ao mais antigo',
          querystring: ListaVisitantes,
          response: { 200: z.array(Visitante) },
        },
      },
      async (request, reply) => {
        const pagina = await repo.list(db, request.query);
        pageHeaders(request, reply, pagina, pagina.total);
        return pagina.linhas;
      },
    );

    app.post(
      '/api/visitantes',
      {
        schema: {
          tags,
          summary: 'Cria o passe de um visitante',
          body: NovoVisitante,
          response: { 201: Visitante },
        },
      },
      (request, reply) =>
        createOnce(db, request, reply, async (trx) => {
          const { body } = request;
          if (body.ate <= nowIso()) throw invalid({ ate: 'Até: escolha uma hora que não passou.' });
          const corpo = await createPasse(trx, getAutor(request), { onChange }, body);
          return { status: 201, corpo };
        }),
    );

    app.post(
      '/api/visitantes/:id/cancelar',
      {
        schema: {
          tags,
          summary: 'Cancela o passe de um visitante',
          params,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await inTransaction(db, async (trx) => {
          const linha = await repo.find(trx, Number(request.params.id));
          if (!linha) throw notFound('Passe não encontrado.');
          if (linha.ate <= nowIso()) {
            throw conflict('passe-encerrado', 'Este passe já está encerrado.');
          }
          await repo.end(trx, linha);
          await audit(trx, getAutor(request), {
            acao: 'cancelar',
            entidade: 'visitante',
            chave: String(linha.id),
            detalhe: { placa: linha.placa },
          });
          await onChange(trx, linha.chave);
        });
        reply.code(204);
      },
    );
  };
