import { keyOfPlaca } from '@unipark/contract/placa';
import { ListaVisitantes, NovoVisitante, Visitante } from '@unipark/contract/visitante';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { audit, getAutor } from '../platform/audit.ts';
import { nowIso } from '../platform/clock.ts';
import { type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import { conflict, invalid, notFound } from '../platform/errors.ts';
import { createOnce } from '../platform/http/idempotency.ts';
import { pageHeaders } from '../platform/http/lists.ts';
import * as repo from './repo.ts';

const tags = ['Portaria'];
const params = z.object({ id: z.string().check(z.regex(/^\d{1,15}$/)) });

interface VisitantesDeps {
  db: Banco;
  /** Called in the transaction when the car of this identity key has another status. */
  onChange: (trx: Transacao, chave: string) => Promise<void>;
}

/** What the audit keeps of a pass: its visitor's name is deleted with the pass. */
const detailOf = ({ placa, anfitriao, destino, de, ate }: Visitante) => ({
  ...{ placa, anfitriao, destino, de, ate },
});

export const visitantesRoutes =
  ({ db, onChange }: VisitantesDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/visitantes',
      {
        schema: {
          tags,
          summary: 'Lista os passes de visitantes, do mais novo ao mais antigo',
          querystring: ListaVisitantes,
          response: { 200: z.array(Visitante) },
        },
      },
      async (request, reply) => {
        const pagina = await repo.list(db, request.query);
        pageHeaders(request, reply, pagina, pagina.total);
        return pagina.linhas;
      },
    );

    app.post(
      '/api/visitantes',
      {
        schema: {
          tags,
          summary: 'Cria o passe de um visitante',
          body: NovoVisitante,
          response: { 201: Visitante },
        },
      },
      (request, reply) =>
        createOnce(db, request, reply, async (trx) => {
          const { body } = request;
          if (body.ate <= nowIso()) throw invalid({ ate: 'Até: escolha uma hora que não passou.' });
          const visitante = await repo.create(trx, body);
          await audit(trx, getAutor(request), {
            acao: 'criar',
            entidade: 'visitante',
            chave: visitante.id,
            detalhe: { depois: detailOf(visitante) },
          });
          await onChange(trx, keyOfPlaca(visitante.placa));
          return { status: 201, corpo: visitante };
        }),
    );

    app.post(
      '/api/visitantes/:id/cancelar',
      {
        schema: {
          tags,
          summary: 'Cancela o passe de um visitante',
          params,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await inTransaction(db, async (trx) => {
          const linha = await repo.find(trx, Number(request.params.id));
          if (!linha) throw notFound('Passe não encontrado.');
          if (linha.ate <= nowIso()) {
            throw conflict('passe-encerrado', 'Este passe já está encerrado.');
          }
          await repo.end(trx, linha);
          await audit(trx, getAutor(request), {
            acao: 'cancelar',
            entidade: 'visitante',
            chave: String(linha.id),
            detalhe: { placa: linha.placa },
          });
          await onChange(trx, linha.chave);
        });
        reply.code(204);
      },
    );
  };
