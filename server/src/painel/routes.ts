import { EntradasPorHora, Painel } from '@unipark/contract/painel';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Banco } from '../platform/db/banco.ts';
import { readEntradas } from './entradasRepo.ts';
import { readPainel } from './repo.ts';

const tags = ['Página Inicial'];

export const painelRoutes =
  ({ db }: { db: Banco }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/painel',
      {
        schema: { tags, summary: 'Mostra os números da página inicial', response: { 200: Painel } },
      },
      () => readPainel(db, new Date()),
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
      () => readEntradas(db, new Date()),
    );
  };
