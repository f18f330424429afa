import { NovaChaveAcesso, PerguntaChave } from '@unipark/contract/chaveAcesso';
import {
  ChaveAcesso,
  Codigo,
  CodigosRecuperacao,
  ComSenha,
  TotpNovo,
} from '@unipark/contract/perfil';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Config } from '../../config.ts';
import { getAutor } from '../../platform/audit.ts';
import type { Banco } from '../../platform/db/banco.ts';
import { getConta } from '../../platform/http/guard.ts';
import type { EnderecoProprio } from '../../platform/http/origin.ts';
import type { Correio } from '../../platform/mail/correio.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { chavesService } from './chavesService.ts';
import { codigosService } from './codigosService.ts';
import type { FatorOwner } from './fatores.ts';
import { COM_CHAVE, siteOf } from './webauthn.ts';

export interface FatoresDeps {
  db: Banco;
  config: Config;
  identidade: IdentidadeLocal;
  endereco: EnderecoProprio;
  correio: Correio;
}

const tags = ['Segundo fator'];

const readPessoa = (request: FastifyRequest): FatorOwner => ({
  conta: getConta(request),
  autor: getAutor(request),
  ip: request.ip,
});

export function fatoresRoutes(deps: FatoresDeps): FastifyPluginAsyncZod {
  const { db, config, identidade, endereco, correio } = deps;
  const site = () => siteOf(config.publicUrl, endereco);
  const codigos = codigosService({ db, config, identidade, correio, endereco });
  const chaves = chavesService({ db, config, identidade, correio, endereco, site });

  return async (app) => {
    app.post(
      '/api/perfil/totp',
      {
        schema: {
          tags,
          summary: 'Começa a configurar o aplicativo autenticador',
          body: ComSenha,
          response: { 200: TotpNovo },
        },
      },
      async (request) => codigos.startTotp(readPessoa(request), request.body.senha),
    );

    app.post(
      '/api/perfil/totp/confirmar',
      {
        schema: {
          tags,
          summary: 'Liga o aplicativo autenticador',
          body: Codigo,
          response: { 200: CodigosRecuperacao },
        },
      },
      async (request) => codigos.confirmTotp(readPessoa(request), request.body.codigo),
    );

    app.post(
      '/api/perfil/totp/desligar',
      {
        schema: {
          tags,
          summary: 'Desliga o aplicativo autenticador',
          body: ComSenha,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await codigos.removeTotp(readPessoa(request), request.body.senha);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/api/perfil/codigos',
      {
        schema: {
          tags,
          summary: 'Gera novos códigos de recuperação',
          body: ComSenha,
          response: { 200: CodigosRecuperacao },
        },
      },
      async (request) => codigos.renewCodigos(readPessoa(request), request.body.senha),
    );

    app.post(
      '/api/perfil/passkeys/opcoes',
      {
        schema: {
          tags,
          summary: 'Começa o registro de uma chave de acesso',
          body: ComSenha,
          response: { 200: PerguntaChave },
        },
      },
      async (request) =>
        chaves.ask(readPessoa(request), request.body.senha, request.headers.origin),
    );

    app.post(
      '/api/perfil/passkeys',
      {
        bodyLimit: COM_CHAVE,
        schema: {
          tags,
          summary: 'Registra uma chave de acesso',
          body: NovaChaveAcesso,
          response: { 201: ChaveAcesso },
        },
      },
      async (request, reply) => {
        return reply.code(201).send(await chaves.create(readPessoa(request), request.body));
      },
    );

    app.post(
      '/api/perfil/passkeys/:id/excluir',
      {
        schema: {
          tags,
          summary: 'Exclui uma chave de acesso',
          params: z.object({ id: z.string() }),
          body: ComSenha,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await chaves.remove(readPessoa(request), request.body.senha, request.params.id);
        return reply.code(204).send(null);
      },
    );
  };
}
