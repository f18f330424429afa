import {
  DIAS_VEICULOS,
  PedidoRelatorio,
  RelatorioPassagens,
  RelatorioVeiculos,
} from '@unipark/contract/relatorio';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { audit, getAutor } from '../platform/audit.ts';
import { type Banco, inEssential } from '../platform/db/banco.ts';
import { readRelatorio } from './repo.ts';
import { readRelatorioVeiculos } from './veiculosRepo.ts';

/** Counts; the vehicles with most passages are named, by plate and model, and no person. */
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

    app.get(
      '/api/relatorios/veiculos',
      {
        schema: {
          tags: ['Relatórios'],
          summary: 'Conta as passagens de um período por tipo, e mostra os veículos com mais',
          description: `De mais de ${DIAS_VEICULOS} dias, as dos meses inteiros do período.`,
          querystring: PedidoRelatorio,
          response: { 200: RelatorioVeiculos },
        },
      },
      async (request) => {
        const relatorio = await readRelatorioVeiculos(db, request.query);
        // Plates with their movements are read, as by a search of the history.
        await inEssential(db, (trx) =>
          audit(trx, getAutor(request), {
            ...{ acao: 'consultar', entidade: 'passagem', chave: '' },
            detalhe: request.query,
          }),
        );
        return relatorio;
      },
    );
  };
