/** The profile's routes: each works on the caller's own account only. */

import { Acesso } from '@unipark/contract/conta';
import { AlterarSenha, Perfil, SessaoAberta, SessoesEncerradas } from '@unipark/contract/perfil';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { getConta } from '../../platform/http/guard.ts';
import { readChamada, sendAcesso } from '../chamada.ts';
import { fotoRoutes } from './fotoRoutes.ts';
import { type PerfilDeps, perfilService } from './service.ts';

const tags = ['Perfil'];
const IdSessao = z.object({ id: z.string().check(z.maxLength(200)) });

export function perfilRoutes(deps: PerfilDeps): FastifyPluginAsyncZod {
  const perfil = perfilService(deps);

  return async (app) => {
    await app.register(fotoRoutes(perfil));

    app.get(
      '/api/perfil',
      { schema: { tags, summary: 'Mostra a própria conta', response: { 200: Perfil } } },
      (request) => perfil.get(getConta(request)),
    );

    app.post(
      '/api/perfil/senha',
      {
        bodyLimit: 4_096,
        schema: {
          tags,
          summary: 'Altera a própria senha',
          body: AlterarSenha,
          response: { 200: Acesso },
        },
      },
      async (request, reply) =>
        sendAcesso(
          reply,
          await perfil.changeSenha(getConta(request), request.body, readChamada(request)),
        ),
    );

    app.get(
      '/api/perfil/sessoes',
      {
        schema: {
          tags,
          summary: 'Lista as próprias sessões abertas',
          response: { 200: z.array(SessaoAberta) },
        },
      },
      (request) => perfil.listSessoes(getConta(request)),
    );

    app.delete(
      '/api/perfil/sessoes/:id',
      {
        schema: {
          tags,
          summary: 'Encerra uma sessão',
          params: IdSessao,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await perfil.endSessao(getConta(request), request.params.id, readChamada(request));
        return reply.code(204).send(null);
      },
    );

    app.delete(
      '/api/perfil/sessoes',
      {
        schema: {
          tags,
          summary: 'Encerra as outras sessões',
          response: { 200: SessoesEncerradas },
        },
      },
      (request) => perfil.endOutras(getConta(request), readChamada(request)),
    );
  };
}
