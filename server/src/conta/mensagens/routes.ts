import { Cursor, LIMITE_MAXIMO, limitUpTo } from '@unipark/contract/lista';
import { strictInput } from '@unipark/contract/texto';
import { EstadoCorreio, MensagemRecebida } from '@unipark/contract/usuario';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { audit, getAutor } from '../../platform/audit.ts';
import { inEssential, inTransaction } from '../../platform/db/banco.ts';
import { notFound } from '../../platform/errors.ts';
import { addRoutes } from '../../platform/http/http.ts';
import { pageHeaders } from '../../platform/http/lists.ts';
import { type ContatoDeps, contatoRoutes } from './contato.ts';
import { findMensagem, listMensagens, markLida } from './repo.ts';

const Lista = strictInput({
  limite: z.optional(limitUpTo(LIMITE_MAXIMO)),
  apos: z.optional(Cursor),
  antes: z.optional(Cursor),
});
const Parametros = z.object({ id: z.string() });

const tags = ['Mensagens'];
const config = { admin: true };

const missingMensagem = () => notFound('Mensagem não encontrada.');

export function mensagensRoutes(deps: ContatoDeps): FastifyPluginAsyncZod {
  const { db, correio } = deps;
  return async (app) => {
    await addRoutes(app, contatoRoutes(deps));

    app.get(
      '/api/mensagens',
      {
        config,
        schema: {
          tags,
          summary: 'Lista as mensagens de contato',
          querystring: Lista,
          response: { 200: z.array(MensagemRecebida) },
        },
      },
      async (request, reply) => {
        const pagina = await listMensagens(db, request.query);
        // The messages contain personal data, so reading them is audited.
        await inEssential(db, (trx) =>
          audit(trx, getAutor(request), {
            acao: 'consultar',
            entidade: 'mensagem_contato',
            chave: '',
          }),
        );
        pageHeaders(request, reply, pagina, pagina.total);
        return pagina.linhas.map(({ id, nome, email, mensagem, criada_em, lida_em }) => ({
          id,
          nome,
          email,
          mensagem,
          criadaEm: criada_em,
          lidaEm: lida_em,
        }));
      },
    );

    app.post(
      '/api/mensagens/:id/lida',
      {
        config,
        schema: {
          tags,
          summary: 'Marca uma mensagem como lida',
          params: Parametros,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        if (!/^\d{1,15}$/.test(id)) throw missingMensagem();
        await inTransaction(db, async (trx) => {
          const mensagem = await findMensagem(trx, Number(id));
          if (!mensagem) throw missingMensagem();
          // Already marked as read: only the first one is audited.
          if (mensagem.lida_em !== null) return;
          await markLida(trx, mensagem.id);
          await audit(trx, getAutor(request), {
            acao: 'ler',
            entidade: 'mensagem_contato',
            chave: id,
          });
        });
        reply.code(204);
      },
    );

    app.get(
      '/api/correio',
      {
        config,
        schema: {
          tags,
          summary: 'Mostra a situação do envio de e-mails',
          response: { 200: EstadoCorreio },
        },
      },
      () => correio.getEstado(),
    );
  };
}
