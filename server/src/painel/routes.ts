import { EntradasPorHora, Painel } from '@unipark/contract/painel';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { nowDate } from '../platform/clock.ts';
import type { Banco } from '../platform/db/banco.ts';
import { readEntradas } from './entradasRepo.ts';
import { readPainel } from './repo.ts';

const tags = ['Página Inicial'];

export const painelRoutes =
  ({ db, dentroHora }: { db: Banco; dentroHora: string }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/painel',
      {
        schema: { tags, summary: 'Mostra os números da página inicial', response: { 200: Painel } },
      },
      () => readPainel(db, nowDate(), dentroHora),
    );
    app.get(
      '/api/painel/entradas',
      {
        schema: {
          tags,
          summary: 'Mostra as entradas de hoje por hora e as de costume',
          response: { 200: EntradasPorHora },
        },
      },
      () => readEntradas(db, nowDate()),
    );
  };
