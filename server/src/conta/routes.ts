import { Acesso, Entrada, Entrar, RenovarAcesso, TEXTOS_CONTA } from '@unipark/contract/conta';
import type { PrazosRetencao } from '@unipark/contract/retencao';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import { Problem } from '../platform/errors.ts';
import { bearerOf } from '../platform/http/guard.ts';
import { addRoutes } from '../platform/http/http.ts';
import type { EnderecoProprio } from '../platform/http/origin.ts';
import type { Correio } from '../platform/mail/correio.ts';
import { cadastroRoutes } from './cadastro/routes.ts';
import { PUBLICA, readChamada, sendAcesso } from './chamada.ts';
import { mountProvider } from './firebase/routes.ts';
import { instalacaoRoutes } from './instalacao.ts';
import { mensagensRoutes } from './mensagens/routes.ts';
import { refuseOtherSite, requireOwnSite } from './origem.ts';
import { perfilRoutes } from './perfil/routes.ts';
import { fatoresRoutes } from './segundoFator/fatoresRoutes.ts';
import { passoRoutes } from './segundoFator/passoRoutes.ts';
import { type AcessoDeps, acessoService } from './sessao/acesso.ts';
import { usuariosRoutes } from './usuarios/routes.ts';

const Nada = z.nullish(z.strictObject({}));

const tags = ['Conta'];

interface Deps extends AcessoDeps {
  config: Config;
  correio: Correio;
  endereco: EnderecoProprio;
  demonstracao?: { email: string; senha: string };
  readPrazos: () => Promise<PrazosRetencao>;
}

export function contaRoutes(deps: Deps): FastifyPluginAsyncZod {
  const { config, identidade } = deps;
  const acesso = acessoService(deps);

  return async (app) => {
    if (!config.local && config.publicUrl?.protocol !== 'https:') {
      app.log.warn('PUBLIC_URL is not https: passwords and sessions travel in the clear');
    }
    const doProvedor = await mountProvider(app, deps);
    await addRoutes(
      app,
      instalacaoRoutes(deps),
      mensagensRoutes(deps),
      cadastroRoutes({ ...deps, ...doProvedor }),
      fatoresRoutes(deps),
      perfilRoutes(deps),
      usuariosRoutes(deps),
    );
    // In a context of its own: only the second step accepts a cookie.
    await app.register(passoRoutes(deps));

    app.post(
      '/api/auth/sign-in/email',
      {
        ...PUBLICA,
        schema: {
          tags,
          summary: 'Entra com e-mail e senha',
          body: Entrar,
          response: { 200: Entrada },
        },
      },
      async (request, reply) => {
        refuseOtherSite(request, config);
        return sendAcesso(reply, await acesso.signIn(request.body, readChamada(request)));
      },
    );

    app.post(
      '/api/auth/token',
      {
        ...PUBLICA,
        schema: {
          tags,
          summary: 'Renova o token de acesso',
          body: RenovarAcesso,
          response: { 200: Acesso },
        },
      },
      async (request, reply) => {
        requireOwnSite(request, config);
        const uso = request.body?.uso !== false;
        const renovado = await acesso.renew(readChamada(request).headers, uso);
        if (renovado) return sendAcesso(reply, renovado);
        // The cookie stays: this answer may come after that of a sign-in, and delete a new one.
        throw new Problem(401, 'nao-autenticado', TEXTOS_CONTA.sessaoExpirada);
      },
    );

    app.post(
      '/api/auth/sign-out',
      {
        ...PUBLICA,
        schema: { tags, summary: 'Encerra a sessão', body: Nada, response: { 204: z.null() } },
      },
      async (request, reply) => {
        const token = bearerOf(request);
        const conta = token ? await identidade.verify(token) : undefined;
        // A page of another site has no bearer, so a bearer may end its own session from any
        // origin.
        if (!conta) requireOwnSite(request, config);
        else refuseOtherSite(request, config);
        const { autor, headers } = readChamada(request);
        reply.header('set-cookie', await acesso.signOut(headers, conta?.sid, autor));
        // The session's end clears pages and pictures from the browser's cache.
        reply.header('Clear-Site-Data', '"cache"');
        return reply.code(204).send(null);
      },
    );
  };
}
