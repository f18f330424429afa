import { Ficha, TrocaDePadrao } from '@unipark/contract/ficha';
import { PlacaDeCaminho } from '@unipark/contract/placa';
import { Veiculo } from '@unipark/contract/veiculo';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { autorOf } from '../platform/audit.ts';
import type { Banco } from '../platform/db/banco.ts';
import { etag, isStale } from '../platform/lists.ts';
import { findFicha } from './repo.ts';
import { type AoMudarVeiculo, inexistente, veiculosService } from './service.ts';

const params = z.object({ placa: PlacaDeCaminho });
const tags = ['Veículos'];

/** One vehicle as a whole, and the format of its plate. */
export const fichaRoutes =
  (deps: { db: Banco; aoMudar: AoMudarVeiculo }): FastifyPluginAsyncZod =>
  async (app) => {
    const service = veiculosService(deps);

    app.get(
      '/api/veiculos/:placa/ficha',
      { schema: { tags, params, response: { 200: Ficha } } },
      async (request, reply) => {
        const ficha = await findFicha(deps.db, request.params.placa);
        if (!ficha) throw inexistente();
        reply.header('ETag', etag(ficha.veiculo.versao));
        return ficha;
      },
    );

    app.post(
      '/api/veiculos/:placa/padrao',
      { schema: { tags, params, body: TrocaDePadrao, response: { 200: Veiculo } } },
      async (request, reply) => {
        const veiculo = await service.convert(
          autorOf(request),
          request.params.placa,
          request.body,
          (versao) => isStale(request, versao),
        );
        reply.header('ETag', etag(veiculo.versao));
        return veiculo;
      },
    );
  };
