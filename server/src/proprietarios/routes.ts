import { LIMITE_BUSCA } from '@unipark/contract/lista';
import {
  BuscaProprietarios,
  EdicaoProprietario,
  ListaProprietarios,
  NovoProprietario,
  OpcaoProprietario,
  Proprietario,
} from '@unipark/contract/proprietario';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { audit, autorOf } from '../platform/audit.ts';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import { conflict, notFound, stale } from '../platform/errors.ts';
import { createOnce } from '../platform/idempotency.ts';
import { etag, isStale, pageHeaders, streamList } from '../platform/lists.ts';
import * as repo from './repo.ts';

const Parametros = z.object({ matricula: z.string() });
const inexistente = () => notFound('Proprietário não encontrado.');
const tags = ['Proprietários'];

const rotulo = (proprietario: Proprietario) => ({
  label: `${proprietario.nome} - ${proprietario.matricula}`,
  value: repo.paraFio(proprietario),
});

function temVeiculos(total: number) {
  const quantos = total === 1 ? '1 veículo' : `${total} veículos`;
  return conflict(
    'tem-veiculos',
    `Este proprietário possui ${quantos}. Retire ou transfira antes de excluir.`,
  );
}

export const proprietariosRoutes =
  ({ db }: { db: Banco }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/db/proprietarios',
      {
        schema: { tags, querystring: ListaProprietarios, response: { 200: z.array(Proprietario) } },
      },
      async (request, reply) => {
        const { limite, apos, antes, ordem } = request.query;
        if (limite === undefined && apos === undefined && antes === undefined) {
          return streamList(request, reply, repo.everyOne(db, ordem), repo.paraFio) as never;
        }
        const pagina = await repo.list(db, request.query);
        pageHeaders(request, reply, pagina, pagina.total, true);
        return pagina.linhas.map(repo.paraFio);
      },
    );

    app.get(
      '/db/proprietarios/busca',
      {
        schema: {
          tags,
          querystring: BuscaProprietarios,
          response: { 200: z.array(OpcaoProprietario) },
        },
      },
      async (request, reply) => {
        const { q, limite = LIMITE_BUSCA, ...resto } = request.query;
        const pagina = await repo.search(db, q, { limite, ...resto });
        pageHeaders(request, reply, pagina, pagina.total);
        return pagina.linhas.map(rotulo);
      },
    );

    app.get(
      '/db/proprietarios/:matricula',
      { schema: { tags, params: Parametros, response: { 200: Proprietario } } },
      async (request, reply) => {
        const proprietario = await repo.find(db, request.params.matricula);
        if (!proprietario) throw inexistente();
        reply.header('ETag', etag(proprietario.versao));
        reply.header('X-Veiculos', await repo.countVeiculos(db, proprietario.matricula));
        return repo.paraFio(proprietario);
      },
    );

    app.post(
      '/db/proprietarios',
      { schema: { tags, body: NovoProprietario, response: { 201: Proprietario } } },
      (request, reply) =>
        createOnce(db, request, reply, async (trx) => {
          const corpo = await repo.create(trx, request.body);
          const { matricula: chave } = corpo;
          await audit(trx, autorOf(request), {
            acao: 'criar',
            entidade: 'proprietario',
            chave,
            detalhe: { depois: corpo },
          });
          reply.header('ETag', etag(corpo.versao));
          return { status: 201, corpo };
        }) as Promise<Proprietario>,
    );

    app.put(
      '/db/proprietarios/:matricula',
      {
        schema: {
          tags,
          params: Parametros,
          body: EdicaoProprietario,
          response: { 200: Proprietario },
        },
      },
      (request, reply) =>
        inTransaction(db, async (trx) => {
          const antes = await repo.find(trx, request.params.matricula);
          if (!antes) throw inexistente();
          if (isStale(request, antes.versao)) {
            throw stale('Este proprietário foi alterado por outra pessoa.', repo.paraFio(antes));
          }
          const depois = await repo.update(trx, antes, request.body.nome);
          const detalhe = { antes: repo.paraFio(antes), depois };
          await audit(trx, autorOf(request), {
            acao: 'editar',
            entidade: 'proprietario',
            chave: depois.matricula,
            detalhe,
          });
          reply.header('ETag', etag(depois.versao));
          return depois;
        }),
    );

    app.delete(
      '/db/proprietarios/:matricula',
      { schema: { tags, params: Parametros, response: { 204: z.undefined() } } },
      async (request, reply) => {
        await inTransaction(db, async (trx) => {
          const antes = await repo.find(trx, request.params.matricula);
          if (!antes) throw inexistente();
          const total = await repo.countVeiculos(trx, antes.matricula);
          if (total > 0) throw temVeiculos(total);
          await repo.remove(trx, antes.matricula);
          const detalhe = { antes: repo.paraFio(antes) };
          await audit(trx, autorOf(request), {
            acao: 'excluir',
            entidade: 'proprietario',
            chave: antes.matricula,
            detalhe,
          });
        });
        reply.code(204);
      },
    );
  };
