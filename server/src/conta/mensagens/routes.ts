/** What reached the office, for the administration; and how the mail of this installation goes out. */
import { Cursor, LIMITE_MAXIMO, limiteAte } from '@unipark/contract/lista';
import { entrada } from '@unipark/contract/texto';
import { EstadoCorreio, MensagemRecebida } from '@unipark/contract/usuario';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { audit, autorOf } from '../../platform/audit.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { notFound } from '../../platform/errors.ts';
import { pageHeaders } from '../../platform/lists.ts';
import { type ContatoDeps, contatoRoutes } from './contato.ts';
import { findMensagem, listMensagens, markLida } from './repo.ts';

const Lista = entrada({
  limite: z.optional(limiteAte(LIMITE_MAXIMO)),
  apos: z.optional(Cursor),
  antes: z.optional(Cursor),
});
const Parametros = z.object({ id: z.string() });

const tags = ['Mensagens'];
const config = { admin: true };

const inexistente = () => notFound('Mensagem não encontrada.');

/** The contact form, its messages, the state of the outgoing mail. */
export function mensagensRoutes(deps: ContatoDeps): FastifyPluginAsyncZod {
  const { db, correio } = deps;
  return async (app) => {
    await app.register(contatoRoutes(deps));

    app.get(
      '/api/mensagens',
      {
        config,
        schema: { tags, querystring: Lista, response: { 200: z.array(MensagemRecebida) } },
      },
      async (request, reply) => {
        const pagina = await listMensagens(db, request.query);
        // Names and addresses of people: that they were read is on record.
        await inTransaction(db, (trx) =>
          audit(trx, autorOf(request), {
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
      { config, schema: { tags, params: Parametros, response: { 204: z.undefined() } } },
      async (request, reply) => {
        const { id } = request.params;
        if (!/^\d{1,15}$/.test(id)) throw inexistente();
        await inTransaction(db, async (trx) => {
          const mensagem = await findMensagem(trx, Number(id));
          if (!mensagem) throw inexistente();
          // Read is read: the first to say so stands on record.
          if (mensagem.lida_em !== null) return;
          await markLida(trx, mensagem.id);
          await audit(trx, autorOf(request), {
            acao: 'ler',
            entidade: 'mensagem_contato',
            chave: id,
          });
        });
        reply.code(204);
      },
    );

    app.get('/api/correio', { config, schema: { tags, response: { 200: EstadoCorreio } } }, () =>
      correio.estado(),
    );
  };
}
