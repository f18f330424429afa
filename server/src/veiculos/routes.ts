import { LIMITE_BUSCA } from '@unipark/contract/lista';
import { formatPlaca, PlacaDeCaminho } from '@unipark/contract/placa';
import {
  BuscaVeiculos,
  EdicaoVeiculo,
  ListaVeiculos,
  NovoVeiculo,
  OpcaoVeiculo,
  Veiculo,
} from '@unipark/contract/veiculo';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { getAutor } from '../platform/audit.ts';
import type { Banco } from '../platform/db/banco.ts';
import { createOnce } from '../platform/http/idempotency.ts';
import { etag, isStale, pageHeaders, streamList } from '../platform/http/lists.ts';
import { search } from './buscaRepo.ts';
import { list, readEveryOne } from './listaRepo.ts';
import * as repo from './repo.ts';
import { missingVeiculo, type OnVeiculoChange, veiculosService } from './service.ts';

const Parametros = z.object({ placa: PlacaDeCaminho });
const tags = ['Veículos'];

const toOpcao = (veiculo: Veiculo) => ({
  label: [formatPlaca(veiculo.placa), veiculo.modelo].filter(Boolean).join(' - '),
  value: repo.toWire(veiculo),
});

export const veiculosRoutes =
  (deps: { db: Banco; onChange: OnVeiculoChange }): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = deps;
    const service = veiculosService(deps);

    app.get(
      '/db/veiculos',
      {
        schema: {
          tags,
          summary: 'Lista os veículos',
          querystring: ListaVeiculos,
          response: { 200: z.array(Veiculo) },
        },
      },
      async (request, reply) => {
        const { limite, apos, antes } = request.query;
        if (limite === undefined && apos === undefined && antes === undefined) {
          return streamList(request, reply, (await readEveryOne(db, request.query)).fatias);
        }
        const pagina = await list(db, request.query);
        pageHeaders(request, reply, pagina, pagina.total, pagina.exata);
        return pagina.linhas;
      },
    );

    app.get(
      '/db/veiculos/busca',
      {
        schema: {
          tags,
          summary: 'Pesquisa veículos',
          querystring: BuscaVeiculos,
          response: { 200: z.array(OpcaoVeiculo) },
        },
      },
      async (request, reply) => {
        const { q, limite = LIMITE_BUSCA, ...resto } = request.query;
        const pagina = await search(db, q, { limite, ...resto });
        pageHeaders(request, reply, pagina, pagina.total);
        return pagina.linhas.map(toOpcao);
      },
    );

    app.get(
      '/db/veiculos/:placa',
      {
        schema: {
          tags,
          summary: 'Mostra um veículo',
          params: Parametros,
          response: { 200: Veiculo },
        },
      },
      async (request, reply) => {
        const veiculo = await repo.find(db, request.params.placa);
        if (!veiculo) throw missingVeiculo();
        reply.header('ETag', etag(veiculo.versao));
        return repo.toWire(veiculo);
      },
    );

    app.post(
      '/db/veiculos',
      {
        schema: {
          tags,
          summary: 'Cadastra um veículo',
          body: NovoVeiculo,
          response: { 201: Veiculo },
        },
      },
      (request, reply) =>
        createOnce(db, request, reply, async (trx) => ({
          status: 201,
          corpo: await service.create(trx, getAutor(request), request.body),
        })),
    );

    app.put(
      '/db/veiculos/:placa',
      {
        schema: {
          tags,
          summary: 'Altera um veículo',
          params: Parametros,
          body: EdicaoVeiculo,
          response: { 200: Veiculo },
        },
      },
      async (request, reply) => {
        const depois = await service.update(
          getAutor(request),
          request.params.placa,
          request.body,
          (versao) => isStale(request, versao),
        );
        reply.header('ETag', etag(depois.versao));
        return depois;
      },
    );

    app.delete(
      '/db/veiculos/:placa',
      {
        schema: {
          tags,
          summary: 'Exclui um veículo',
          params: Parametros,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await service.remove(getAutor(request), request.params.placa, (versao) =>
          isStale(request, versao),
        );
        reply.code(204);
      },
    );
  };
