import { ListaLotes, LoteVeiculos, PedidoLote } from '@unipark/contract/loteVeiculos';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { getAutor } from '../../platform/audit.ts';
import type { Banco } from '../../platform/db/banco.ts';
import { getConta } from '../../platform/http/guard.ts';
import { createOnce } from '../../platform/http/idempotency.ts';
import { findTargets, type Lotes } from './lotes.ts';

const tags = ['Veículos'];
const params = z.object({
  id: z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, { error: 'Informe o número.' })),
    z.transform(Number),
  ),
});

export const loteRoutes =
  ({ db, lotes }: { db: Banco; lotes: Lotes }): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/veiculos/lote',
      {
        schema: {
          tags,
          summary: 'Muda o status ou o proprietário de muitos veículos, ou os exclui',
          body: PedidoLote,
          response: { 202: LoteVeiculos },
        },
      },
      async (request, reply) => {
        // Read before the transaction, which holds the one writer; the versions are checked later.
        const alvos = await findTargets(db, request.body);
        return createOnce(db, request, reply, async (trx) => ({
          status: 202,
          corpo: await lotes.create(trx, getAutor(request), getConta(request), request.body, alvos),
        }));
      },
    );

    app.get(
      '/api/veiculos/lote',
      {
        schema: {
          tags,
          summary:
            'Lista os atos em lote: os desta conta em andamento, ou os últimos encerrados (de todas as contas, para a administração)',
          querystring: ListaLotes,
          response: { 200: z.array(LoteVeiculos) },
        },
      },
      (request) =>
        request.query.situacao === 'encerrados'
          ? lotes.listEnded(getConta(request))
          : lotes.listOpen(getConta(request)),
    );

    app.get(
      '/api/veiculos/lote/:id',
      {
        schema: {
          tags,
          summary: 'Mostra um ato em lote, o andamento dele e os veículos recusados',
          params,
          response: { 200: LoteVeiculos },
        },
      },
      (request) => lotes.find(getConta(request), request.params.id),
    );

    app.post(
      '/api/veiculos/lote/:id/cancelar',
      {
        schema: {
          tags,
          summary: 'Interrompe um ato em lote; o que foi feito fica',
          params,
          response: { 200: LoteVeiculos },
        },
      },
      (request) => lotes.cancel(getAutor(request), getConta(request), request.params.id),
    );

    app.post(
      '/api/veiculos/lote/:id/desfazer',
      {
        schema: {
          tags,
          summary: 'Desfaz um ato em lote, menos o que foi alterado depois',
          params,
          response: { 202: LoteVeiculos },
        },
      },
      (request, reply) => {
        reply.code(202);
        return lotes.undo(getAutor(request), getConta(request), request.params.id);
      },
    );
  };
