import { AtoAuditado, EstadoAuditoria, ListaAuditoria } from '@unipark/contract/auditoria';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { audit, getAutor } from '../platform/audit.ts';
import { type Banco, inEssential } from '../platform/db/banco.ts';
import { addRoutes } from '../platform/http/http.ts';
import { pageHeaders } from '../platform/http/lists.ts';
import type { Conferencia } from './conferencia.ts';
import { exportacaoAuditoriaRoutes } from './exportacaoRoutes.ts';
import { listAtos } from './repo.ts';

const tags = ['Auditoria'];
const config = { admin: true };

export const auditoriaRoutes =
  ({ db, conferencia }: { db: Banco; conferencia: Conferencia }): FastifyPluginAsyncZod =>
  async (app) => {
    await addRoutes(app, exportacaoAuditoriaRoutes({ db }));

    app.get(
      '/api/auditoria',
      {
        config,
        schema: {
          tags,
          summary: 'Lista quem fez o quê, do mais novo ao mais antigo',
          querystring: ListaAuditoria,
          response: { 200: z.array(AtoAuditado) },
        },
      },
      async (request, reply) => {
        const { atos, total, ...pagina } = await listAtos(db, request.query);
        const { apos: _, antes: __, limite: ___, ...filtro } = request.query;
        // Acts contain personal data, so reading them is an act.
        await inEssential(db, (trx) =>
          audit(trx, getAutor(request), {
            acao: 'consultar',
            entidade: 'auditoria',
            chave: '',
            detalhe: { filtro },
          }),
        );
        pageHeaders(request, reply, { linhas: atos, ...pagina }, total);
        return atos;
      },
    );

    app.get(
      '/api/auditoria/conferencia',
      {
        config,
        schema: {
          tags,
          summary: 'Mostra a conferência da cadeia da auditoria',
          response: { 200: EstadoAuditoria },
        },
      },
      () => conferencia.getEstado(),
    );

    app.post(
      '/api/auditoria/conferencia',
      {
        config,
        schema: {
          tags,
          summary: 'Confere a cadeia da auditoria inteira',
          response: { 202: EstadoAuditoria },
        },
      },
      async (request, reply) => {
        await conferencia.begin(getAutor(request));
        reply.code(202);
        return conferencia.getEstado();
      },
    );
  };
