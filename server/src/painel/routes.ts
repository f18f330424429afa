import { EntradasPorHora, Painel } from '@unipark/contract/painel';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Banco } from '../platform/db/banco.ts';
import { readEntradas } from './entradasRepo.ts';
import { readPainel } from './repo.ts';

const tags = ['Início'];

export const painelRoutes =
  ({ db }: { db: Banco }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/painel', { schema: { tags, response: { 200: Painel } } }, () =>
      readPainel(db, new Date()),
    );
    app.get('/api/painel/entradas', { schema: { tags, response: { 200: EntradasPorHora } } }, () =>
      readEntradas(db, new Date()),
    );
  };
