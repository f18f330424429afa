import { PerguntaChave, ProvaChaveAcesso } from '@unipark/contract/chaveAcesso';
import { Acesso } from '@unipark/contract/conta';
import { Codigo } from '@unipark/contract/perfil';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Config } from '../../config.ts';
import type { Banco } from '../../platform/db/banco.ts';
import type { EnderecoProprio } from '../../platform/http/origin.ts';
import type { Correio } from '../../platform/mail/correio.ts';
import { PUBLICA, readChamada, sendAcesso } from '../chamada.ts';
import type { ServicoEntrada } from '../entrada.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { requireOwnSite } from '../origem.ts';
import { passoService } from './passo.ts';
import { createProvas } from './provas.ts';
import { COM_CHAVE, requireName, siteOf } from './webauthn.ts';

export interface PassoDeps {
  db: Banco;
  config: Config;
  identidade: IdentidadeLocal;
  entrada: ServicoEntrada;
  correio: Correio;
  endereco: EnderecoProprio;
}

const tags = ['Segundo fator'];
const Nada = z.nullish(z.strictObject({}));

/** /api/auth/segundo-fator/*: a cookie identifies the account, so the page must be ours. */
export function passoRoutes(deps: PassoDeps): FastifyPluginAsyncZod {
  const { db, config, identidade, entrada, correio, endereco } = deps;
  const { segredo } = identidade;
  const site = () => siteOf(config.publicUrl, endereco);
  const passo = passoService({ db, segredo, entrada });
  const provas = createProvas({ db, segredo, correio, endereco, site });
  const raiz = '/api/auth/segundo-fator';

  return async (app) => {
    app.addHook('onRequest', async (request) => requireOwnSite(request, config));

    app.post(
      `${raiz}/totp`,
      {
        ...PUBLICA,
        schema: {
          tags,
          summary: 'Confirma a entrada com o aplicativo autenticador',
          body: Codigo,
          response: { 200: Acesso },
        },
      },
      async (request, reply) => {
        const conferir = provas.byTotp(request.body.codigo);
        return sendAcesso(reply, await passo.enter(readChamada(request), 'totp', conferir));
      },
    );

    app.post(
      `${raiz}/codigo`,
      {
        ...PUBLICA,
        schema: {
          tags,
          summary: 'Confirma a entrada com um código de recuperação',
          body: Codigo,
          response: { 200: Acesso },
        },
      },
      async (request, reply) => {
        const de = readChamada(request);
        const conferir = provas.byCodigo(request.body.codigo, de);
        return sendAcesso(reply, await passo.enter(de, 'codigo', conferir));
      },
    );

    app.post(
      `${raiz}/passkey/opcoes`,
      {
        ...PUBLICA,
        schema: {
          tags,
          summary: 'Começa a confirmação da entrada com uma chave de acesso',
          body: Nada,
          response: { 200: PerguntaChave },
        },
      },
      async (request) => {
        const { id } = await passo.findPessoa(readChamada(request));
        requireName(site(), request.headers.origin);
        return provas.askForPasskey(id, request.ip);
      },
    );

    app.post(
      `${raiz}/passkey`,
      {
        ...PUBLICA,
        bodyLimit: COM_CHAVE,
        schema: {
          tags,
          summary: 'Confirma a entrada com uma chave de acesso',
          body: ProvaChaveAcesso,
          response: { 200: Acesso },
        },
      },
      async (request, reply) => {
        const conferir = provas.byPasskey(request.body);
        return sendAcesso(reply, await passo.enter(readChamada(request), 'passkey', conferir));
      },
    );
  };
}
