import {
  Acesso,
  CadastroRecebido,
  ConfirmarEmail,
  ConviteLido,
  CriarConta,
  Entrada,
  LerConvite,
  NovaSenha,
  RedefinirSenha,
  TEXTOS_CONTA,
} from '@unipark/contract/conta';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Config } from '../../config.ts';
import { PUBLICA, readChamada, sendAcesso } from '../chamada.ts';
import { refuseOtherSite } from '../origem.ts';
import { type PedirRecuperacao, recuperacaoService } from '../senha/recuperacao.ts';
import { countFirst, WINDOWS } from '../sessao/tentativas.ts';
import { readConvite } from './admissao.ts';
import { type CadastroDeps, cadastroService } from './cadastrar.ts';
import { verificacaoService } from './verificacao.ts';

const tags = ['Conta'];

const Pedida = z.object({ mensagem: z.string() });

interface Deps extends CadastroDeps {
  config: Config;
  /** Sends the recovery link; by default through our own mail. */
  pedirRecuperacao?: PedirRecuperacao | undefined;
}

/** 202 for an answer that waits: accepted, not complete. */
const statusOf = (corpo: object): 200 | 202 => ('mensagem' in corpo ? 202 : 200);

export function cadastroRoutes(deps: Deps): FastifyPluginAsyncZod {
  const { db, config } = deps;
  const cadastro = cadastroService(deps);
  const verificacao = verificacaoService(deps);
  const recuperacao = recuperacaoService(deps);
  const pedir = deps.pedirRecuperacao ?? recuperacao.ask;

  return async (app) => {
    app.post(
      '/api/auth/sign-up/email',
      {
        ...PUBLICA,
        schema: {
          tags,
          summary: 'Cria uma conta',
          body: CriarConta,
          response: { 200: Acesso, 202: CadastroRecebido },
        },
      },
      async (request, reply) => {
        refuseOtherSite(request, config);
        const corpo = sendAcesso(reply, await cadastro.signUp(request.body, readChamada(request)));
        return reply.code(statusOf(corpo)).send(corpo as Acesso);
      },
    );

    app.post(
      '/api/auth/convite',
      {
        ...PUBLICA,
        schema: {
          tags,
          summary: 'Mostra a quem se destina um convite',
          body: LerConvite,
          response: { 200: ConviteLido },
        },
      },
      async (request) => {
        await countFirst(db, ['convite', request.ip, 60, WINDOWS.minuto]);
        return readConvite(db, request.body.token);
      },
    );

    app.post(
      '/api/auth/verify',
      {
        ...PUBLICA,
        schema: {
          tags,
          summary: 'Confirma o e-mail de uma conta',
          body: ConfirmarEmail,
          response: { 200: Entrada, 202: CadastroRecebido },
        },
      },
      async (request, reply) => {
        refuseOtherSite(request, config);
        const corpo = sendAcesso(
          reply,
          await verificacao.verify(request.body, readChamada(request)),
        );
        return reply.code(statusOf(corpo)).send(corpo as Entrada);
      },
    );

    app.post(
      '/api/auth/newpassword',
      {
        ...PUBLICA,
        schema: {
          tags,
          summary: 'Pede a recuperação da senha',
          body: NovaSenha,
          response: { 200: Pedida },
        },
      },
      async (request) => {
        await pedir(request.body.email, readChamada(request));
        return { mensagem: TEXTOS_CONTA.sigaEmail };
      },
    );

    app.post(
      '/api/auth/newpassword/confirmar',
      {
        ...PUBLICA,
        schema: {
          tags,
          summary: 'Define uma senha nova com o link de recuperação',
          body: RedefinirSenha,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        refuseOtherSite(request, config);
        await recuperacao.confirm(request.body, readChamada(request));
        return reply.code(204).send(null);
      },
    );
  };
}
