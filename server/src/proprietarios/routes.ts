import { LIMITE_BUSCA } from '@unipark/contract/lista';
import {
  BuscaProprietarios,
  EdicaoProprietario,
  ListaProprietarios,
  MatriculaDeCaminho,
  NovoProprietario,
  OpcaoProprietario,
  ProprietarioCompleto,
  ProprietarioNaLista,
} from '@unipark/contract/proprietario';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { getAutor } from '../platform/audit.ts';
import type { Banco } from '../platform/db/banco.ts';
import { createOnce } from '../platform/http/idempotency.ts';
import { etag, isStale, pageHeaders, streamList } from '../platform/http/lists.ts';
import * as repo from './repo.ts';
import { missingProprietario, proprietariosService } from './service.ts';

const Parametros = z.object({ matricula: MatriculaDeCaminho });
const tags = ['Proprietários'];

const toOpcao = (proprietario: ProprietarioNaLista) => ({
  label: `${proprietario.nome} - ${proprietario.matricula}`,
  value: repo.toItem(proprietario),
});

export const proprietariosRoutes =
  ({ db }: { db: Banco }): FastifyPluginAsyncZod =>
  async (app) => {
    const service = proprietariosService({ db });

    app.get(
      '/db/proprietarios',
      {
        schema: {
          tags,
          summary: 'Lista os proprietários',
          querystring: ListaProprietarios,
          response: { 200: z.array(ProprietarioNaLista) },
        },
      },
      async (request, reply) => {
        const { limite, apos, antes, ordem } = request.query;
        if (limite === undefined && apos === undefined && antes === undefined) {
          return streamList(request, reply, repo.readEveryOne(db, ordem));
        }
        const pagina = await repo.list(db, request.query);
        pageHeaders(request, reply, pagina, pagina.total, true);
        return pagina.linhas.map(repo.toItem);
      },
    );

    app.get(
      '/db/proprietarios/busca',
      {
        schema: {
          tags,
          summary: 'Pesquisa proprietários',
          querystring: BuscaProprietarios,
          response: { 200: z.array(OpcaoProprietario) },
        },
      },
      async (request, reply) => {
        const { q, limite = LIMITE_BUSCA, ...resto } = request.query;
        const pagina = await repo.search(db, q, { limite, ...resto });
        pageHeaders(request, reply, pagina, pagina.total);
        return pagina.linhas.map(toOpcao);
      },
    );

    app.get(
      '/db/proprietarios/:matricula',
      {
        schema: {
          tags,
          summary: 'Mostra um proprietário',
          params: Parametros,
          response: { 200: ProprietarioCompleto },
        },
      },
      async (request, reply) => {
        const proprietario = await repo.find(db, request.params.matricula);
        if (!proprietario) throw missingProprietario();
        reply.header('ETag', etag(proprietario.versao));
        reply.header('X-Veiculos', await repo.countVeiculos(db, proprietario.matricula));
        return repo.toCompleto(proprietario);
      },
    );

    app.post(
      '/db/proprietarios',
      {
        schema: {
          tags,
          summary: 'Cadastra um proprietário',
          body: NovoProprietario,
          response: { 201: ProprietarioCompleto },
        },
      },
      (request, reply) =>
        createOnce(db, request, reply, async (trx) => ({
          status: 201,
          corpo: await service.create(trx, getAutor(request), request.body),
        })),
    );

    app.put(
      '/db/proprietarios/:matricula',
      {
        schema: {
          tags,
          summary: 'Altera um proprietário',
          params: Parametros,
          body: EdicaoProprietario,
          response: { 200: ProprietarioCompleto },
        },
      },
      async (request, reply) => {
        const depois = await service.update(
          getAutor(request),
          request.params.matricula,
          request.body,
          (versao) => isStale(request, versao),
        );
        reply.header('ETag', etag(depois.versao));
        return depois;
      },
    );

    app.delete(
      '/db/proprietarios/:matricula',
      {
        schema: {
          tags,
          summary: 'Exclui um proprietário',
          params: Parametros,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await service.remove(getAutor(request), request.params.matricula, (versao) =>
          isStale(request, versao),
        );
        reply.code(204);
      },
    );
  };
