import {
  Convite,
  ConviteCriado,
  LinkEntregue,
  ListaUsuarios,
  NovoConvite,
  PapelUsuario,
  Usuario,
} from '@unipark/contract/usuario';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { getAutor } from '../../platform/audit.ts';
import { pageHeaders } from '../../platform/http/lists.ts';
import { type AjudaDeps, ajudaService } from './ajuda.ts';
import { convitesService } from './convites.ts';
import { listUsuarios } from './lista.ts';
import { situacaoService } from './situacao.ts';

const tags = ['Usuários'];
const config = { admin: true };
const Parametros = z.object({ id: z.string() });

const invalido = { error: 'Convite: número inválido.' };
const ParametrosConvite = z.object({
  id: z.pipe(
    z.string(invalido).check(z.regex(/^[1-9][0-9]{0,14}$/, invalido)),
    z.transform((id: string) => Number(id)),
  ),
});

/** The body of an action that needs nothing but the id. */
const Nada = z.nullish(z.strictObject({}));

export const usuariosRoutes =
  (deps: AjudaDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const situacao = situacaoService(deps);
    const ajuda = ajudaService(deps);
    const convites = convitesService(deps);

    app.get(
      '/api/usuarios',
      {
        config,
        schema: {
          tags,
          summary: 'Lista os usuários',
          querystring: ListaUsuarios,
          response: { 200: z.array(Usuario) },
        },
      },
      async (request, reply) => {
        const pagina = await listUsuarios(deps.db, request.query);
        pageHeaders(request, reply, pagina, pagina.total, true);
        return pagina.linhas;
      },
    );

    const atos = {
      aprovar: { act: ajuda.approve, summary: 'Aprova uma conta' },
      desabilitar: { act: situacao.disable, summary: 'Desabilita uma conta' },
      habilitar: { act: situacao.enable, summary: 'Habilita uma conta' },
    };
    for (const [nome, { act, summary }] of Object.entries(atos)) {
      app.post(
        `/api/usuarios/:id/${nome}`,
        {
          config,
          schema: { tags, summary, params: Parametros, body: Nada, response: { 200: Usuario } },
        },
        (request) => act(getAutor(request), request.params.id),
      );
    }

    app.put(
      '/api/usuarios/:id/admin',
      {
        config,
        schema: {
          tags,
          summary: 'Dá ou retira o papel de administrador',
          params: Parametros,
          body: PapelUsuario,
          response: { 200: Usuario },
        },
      },
      (request) => situacao.setAdmin(getAutor(request), request.params.id, request.body.admin),
    );

    app.post(
      '/api/usuarios/:id/redefinir',
      {
        config,
        schema: {
          tags,
          summary: 'Cria um link para o usuário redefinir o acesso',
          params: Parametros,
          body: Nada,
          response: { 200: LinkEntregue },
        },
      },
      (request) => ajuda.resetAcesso(getAutor(request), request.params.id),
    );

    app.post(
      '/api/usuarios/:id/segundo-fator/retirar',
      {
        config,
        schema: {
          tags,
          summary: 'Retira o segundo fator de um usuário',
          params: Parametros,
          body: Nada,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await ajuda.dropFatores(getAutor(request), request.params.id);
        reply.code(204);
      },
    );

    app.delete(
      '/api/usuarios/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Recusa uma conta que aguarda aprovação',
          params: Parametros,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await situacao.reject(getAutor(request), request.params.id);
        reply.code(204);
      },
    );

    app.get(
      '/api/convites',
      {
        config,
        schema: { tags, summary: 'Lista os convites', response: { 200: z.array(Convite) } },
      },
      () => convites.list(),
    );

    app.post(
      '/api/convites',
      {
        config,
        schema: {
          tags,
          summary: 'Cria um convite',
          body: NovoConvite,
          response: { 201: ConviteCriado },
        },
      },
      async (request, reply) => {
        reply.code(201);
        return convites.create(getAutor(request), request.body.email);
      },
    );

    app.delete(
      '/api/convites/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Cancela um convite',
          params: ParametrosConvite,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await convites.remove(getAutor(request), request.params.id);
        reply.code(204);
      },
    );
  };
