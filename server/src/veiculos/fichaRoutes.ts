import { Ficha, TrocaDePadrao } from '@unipark/contract/ficha';
import { PlacaDeCaminho } from '@unipark/contract/placa';
import { Veiculo } from '@unipark/contract/veiculo';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { getAutor } from '../platform/audit.ts';
import type { Banco } from '../platform/db/banco.ts';
import { etag, isStale } from '../platform/http/lists.ts';
import { findFicha } from './repo.ts';
import { missingVeiculo, type OnVeiculoChange, veiculosService } from './service.ts';

const params = z.object({ placa: PlacaDeCaminho });
const tags = ['Veículos'];

export const fichaRoutes =
  (deps: { db: Banco; onChange: OnVeiculoChange }): FastifyPluginAsyncZod =>
  async (app) => {
    const service = veiculosService(deps);

    app.get(
      '/api/veiculos/:placa/ficha',
      {
        schema: { tags, summary: 'Mostra a ficha de um veículo', params, response: { 200: Ficha } },
      },
      async (request, reply) => {
        const ficha = await findFicha(deps.db, request.params.placa);
        if (!ficha) throw missingVeiculo();
        reply.header('ETag', etag(ficha.veiculo.versao));
        return ficha;
      },
    );

    app.post(
      '/api/veiculos/:placa/padrao',
      {
        schema: {
          tags,
          summary: 'Converte a placa de um veículo para o outro padrão',
          params,
          body: TrocaDePadrao,
          response: { 200: Veiculo },
        },
      },
      async (request, reply) => {
        const veiculo = await service.convert(
          getAutor(request),
          request.params.placa,
          request.body,
          (versao) => isStale(request, versao),
        );
        reply.header('ETag', etag(veiculo.versao));
        return veiculo;
      },
    );
  };
