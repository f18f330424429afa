import { Readable } from 'node:stream';
import {
  CAMPOS_IMPORTACAO,
  CorrecaoLinha,
  EnvioImportacao,
  IMPORTACAO_MAXIMA,
  Importacao,
  LIMITE_LINHAS,
  LinhaImportada,
  ListaLinhas,
  PedidoColunas,
  PedidoGravar,
  TipoImportacao,
} from '@unipark/contract/importacao';
import { strictInput } from '@unipark/contract/texto';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { getAutor } from '../platform/audit.ts';
import { nowDate } from '../platform/clock.ts';
import type { Banco } from '../platform/db/banco.ts';
import { getConta } from '../platform/http/guard.ts';
import { tooLargeArquivo } from './envio.ts';
import type { Importacoes } from './importacoes.ts';
import { listColumns, readRejected } from './rejeitadas.ts';

const tags = ['Importações'];
const Numero = z.pipe(
  z.string().check(z.regex(/^\d{1,9}$/, { error: 'Informe o número.' })),
  z.transform(Number),
);
const params = z.object({ id: Numero });
const Formato = strictInput({
  formato: z.optional(z.enum(['csv', 'xlsx'], { error: 'Formato: use csv ou xlsx.' })),
});
const response = { 200: Importacao };
/** A whole file on a slow network. */
const PRAZO_ENVIO_MS = 29_000;

const FORMATOS = {
  csv: {
    tipo: 'text/csv; charset=utf-8',
    load: async () => (await import('../platform/export/csv.ts')).writeCsv,
  },
  xlsx: {
    tipo: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    load: async () => (await import('../platform/export/xlsx.ts')).writeXlsx,
  },
};

const sendFile = (
  reply: FastifyReply,
  { tipo, nome, corpo }: { tipo: string; nome: string; corpo: string | Readable },
): FastifyReply =>
  reply.type(tipo).header('Content-Disposition', `attachment; filename="${nome}"`).send(corpo);

/** The file is the raw body, not JSON, so its route has its own parsers. */
const envioRoutes =
  (importacoes: Importacoes): FastifyPluginAsyncZod =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, corpo, done) => done(null, corpo));
    app.post(
      '/api/importacoes',
      {
        config: { prazoCorpo: PRAZO_ENVIO_MS },
        bodyLimit: IMPORTACAO_MAXIMA,
        schema: {
          tags,
          summary: 'Envia um arquivo de veículos ou de proprietários, em CSV ou XLSX',
          consumes: ['application/octet-stream'],
          querystring: EnvioImportacao,
          response: { 201: Importacao },
        },
        preParsing: async ({ headers }) => {
          if (Number(headers['content-length']) > IMPORTACAO_MAXIMA) throw tooLargeArquivo();
        },
      },
      async (request, reply) => {
        const bytes = request.body instanceof Readable ? request.body : Readable.from([]);
        const arquivo = { ...request.query, bytes };
        reply.code(201);
        return importacoes.receive(getAutor(request), getConta(request), arquivo);
      },
    );
  };

export const importacoesRoutes =
  ({ db, importacoes }: { db: Banco; importacoes: Importacoes }): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(envioRoutes(importacoes));

    app.get(
      '/api/importacoes',
      {
        schema: {
          tags,
          summary: 'Lista as importações recentes',
          response: { 200: z.array(Importacao) },
        },
      },
      (request) => importacoes.list(getConta(request)),
    );

    app.get(
      '/api/importacoes/modelos/:tipo',
      {
        schema: {
          tags,
          summary: 'Baixa o modelo de um arquivo para importar',
          params: z.object({ tipo: TipoImportacao }),
        },
      },
      ({ params: { tipo } }, reply) => {
        const rotulos = CAMPOS_IMPORTACAO[tipo].map(({ rotulo }) => rotulo);
        const corpo = `\uFEFF${rotulos.join(';')}\r\n`;
        return sendFile(reply, { tipo: FORMATOS.csv.tipo, nome: `modelo-${tipo}.csv`, corpo });
      },
    );

    app.get(
      '/api/importacoes/:id',
      { schema: { tags, summary: 'Mostra uma importação e o andamento dela', params, response } },
      (request) => importacoes.find(getConta(request), request.params.id),
    );

    app.delete(
      '/api/importacoes/:id',
      {
        schema: {
          tags,
          summary: 'Descarta uma importação que nada gravou; uma sincronização é recusada',
          params,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await importacoes.discard(getAutor(request), getConta(request), request.params.id);
        reply.code(204);
      },
    );

    app.put(
      '/api/importacoes/:id/colunas',
      {
        schema: {
          tags,
          summary: 'Escolhe o campo de cada coluna e pede a prévia',
          params,
          body: PedidoColunas,
          response,
        },
      },
      (request) =>
        importacoes.chooseColunas(
          getAutor(request),
          getConta(request),
          request.params.id,
          request.body,
        ),
    );

    app.get(
      '/api/importacoes/:id/linhas',
      {
        schema: {
          tags,
          summary: 'Lista as linhas da prévia, por situação',
          params,
          querystring: ListaLinhas,
          response: { 200: z.array(LinhaImportada) },
        },
      },
      (request) => {
        const { veredito, apos = 0, limite = LIMITE_LINHAS } = request.query;
        const pagina = { veredito, apos, limite };
        return importacoes.listLinhas(getConta(request), request.params.id, pagina);
      },
    );

    app.patch(
      '/api/importacoes/:id/linhas/:linha',
      {
        schema: {
          tags,
          summary: 'Corrige células de uma linha da prévia',
          params: z.object({ id: Numero, linha: Numero }),
          body: CorrecaoLinha,
          response: { 200: z.object({ importacao: Importacao, linha: LinhaImportada }) },
        },
      },
      (request) => {
        const { id, linha } = request.params;
        return importacoes.correct(getConta(request), id, linha, request.body);
      },
    );

    app.post(
      '/api/importacoes/:id/gravar',
      {
        schema: {
          tags,
          summary: 'Grava as linhas da prévia no cadastro',
          params,
          body: PedidoGravar,
          response: { 202: Importacao },
        },
      },
      (request, reply) => {
        reply.code(202);
        const { existentes } = request.body;
        return importacoes.write(
          getAutor(request),
          getConta(request),
          request.params.id,
          existentes,
        );
      },
    );

    app.post(
      '/api/importacoes/:id/cancelar',
      {
        schema: {
          tags,
          summary: 'Cancela o trabalho em andamento e desfaz o que ele gravou',
          params,
          response: { 202: Importacao },
        },
      },
      (request, reply) => {
        reply.code(202);
        return importacoes.cancel(getAutor(request), getConta(request), request.params.id);
      },
    );

    app.post(
      '/api/importacoes/:id/desfazer',
      {
        schema: {
          tags,
          summary: 'Desfaz uma importação, menos o que foi alterado depois',
          params,
          response: { 202: Importacao },
        },
      },
      (request, reply) => {
        reply.code(202);
        return importacoes.undo(getAutor(request), getConta(request), request.params.id);
      },
    );

    app.get(
      '/api/importacoes/:id/rejeitadas',
      {
        schema: {
          tags,
          summary: 'Baixa as linhas que não foram importadas, com o motivo, em XLSX ou CSV',
          params,
          querystring: Formato,
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const { formato = 'xlsx' } = request.query;
        const { row, colunas } = await importacoes.listRejected(getConta(request), id);
        const { tipo, load } = FORMATOS[formato];
        const write = await load();
        const titulo = 'Linhas rejeitadas';
        const sheet = { titulo, filtro: '', gerado: nowDate(), colunas: listColumns(colunas) };
        const corpo = Readable.from(write(sheet, readRejected(db, row)), { objectMode: false });
        return sendFile(reply, { tipo, nome: `linhas-rejeitadas-${id}.${formato}`, corpo });
      },
    );
  };
