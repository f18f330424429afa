import { PedidoRelatorio, RelatorioPassagens } from '@unipark/contract/relatorio';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Banco } from '../platform/db/banco.ts';
import { readRelatorio } from './repo.ts';

/** Counts alone: no plate, no person. */
export const relatoriosRoutes =
  (db: Banco): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/relatorios/passagens',
      {
        schema: {
          tags: ['Relatórios'],
          summary: 'Conta as passagens de um período, ao lado do período anterior',
          querystring: PedidoRelatorio,
          response: { 200: RelatorioPassagens },
        },
      },
      (request) => readRelatorio(db, request.query),
    );
  };
