import { UltimoVeiculo } from '@unipark/contract/passagem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type Autor, getAutor } from '../platform/audit.ts';

interface Deps {
  sendTeste: (autor: Autor, id: string) => Promise<UltimoVeiculo>;
}

export const testeRoutes =
  ({ sendTeste }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/dispositivos/:id/teste',
      {
        config: { admin: true },
        schema: {
          tags: ['Dispositivos'],
          summary: 'Envia uma leitura de teste como se viesse do dispositivo',
          params: z.object({ id: z.string() }),
          response: { 201: UltimoVeiculo },
        },
      },
      async (request, reply) => {
        reply.code(201);
        return sendTeste(getAutor(request), request.params.id);
      },
    );
  };
