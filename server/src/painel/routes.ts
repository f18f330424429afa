import { Painel } from '@unipark/contract/painel';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Banco } from '../platform/db/banco.ts';
import { read } from './repo.ts';

const dia = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

/** Midnight of today in São Paulo (UTC−3 all year since Decreto 9.772/2019), in UTC. */
export const startOfDay = (agora: Date): string =>
  new Date(`${dia.format(agora)}T00:00:00-03:00`).toISOString();

export const painelRoutes =
  ({ db }: { db: Banco }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/painel', { schema: { tags: ['Início'], response: { 200: Painel } } }, () =>
      read(db, startOfDay(new Date())),
    );
  };
