import { LIMITE_BUSCA, limitUpTo } from '@unipark/contract/lista';
import { BuscaUltimosVeiculos, NovaPassagem, UltimoVeiculo } from '@unipark/contract/passagem';
import { foldText, strictInput } from '@unipark/contract/texto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { getAutor } from '../platform/audit.ts';
import type { Banco } from '../platform/db/banco.ts';
import type { EventLog } from '../platform/events.ts';
import { getConta, type Identidade } from '../platform/http/guard.ts';
import { createOnce } from '../platform/http/idempotency.ts';
import { expectedBytes, type Intake, PICTURES_MAXIMUM } from '../platform/limits/intake.ts';
import { toCards } from './cartoesRepo.ts';
import * as repo from './repo.ts';
import type { PassagensService } from './service.ts';
import { eventStream } from './stream/stream.ts';

/** Cards of the live list; the specification shows five. */
const CARTOES = 5;
const CARTOES_MAXIMO = 100;
/** The live list's search reads only the newest passages: the history has its own search. */
const ALCANCE_BUSCA = 1_000;
/** A larger body contains a picture; a smaller one is never limited by the pictures' rate. */
const SEM_IMAGEM = 16 * 1024;
const IMAGENS_DEMAIS = 'Imagens demais em pouco tempo. Aguarde um instante e tente de novo.';
const CORPO_MS = 30_000;

const Consulta = strictInput({
  limite: z.optional(limitUpTo(CARTOES_MAXIMO)),
});
const Item = z.object({ label: z.string(), value: UltimoVeiculo });
const tags = ['Últimos veículos'];

interface Deps {
  db: Banco;
  eventos: EventLog;
  identidade: Identidade;
  passagens: PassagensService;
  intake: Intake;
}

const matches = (cartao: UltimoVeiculo, palavras: string[]): boolean => {
  const texto = foldText(
    `${cartao.placa} ${cartao.placa_cadastrada ?? ''} ${cartao.modelo} ${cartao.status}`,
  );
  return palavras.every(
    (palavra) => texto.includes(palavra) || texto.includes(palavra.replaceAll('-', '')),
  );
};

export const passagensRoutes =
  ({ db, eventos, identidade, passagens, intake }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.decorateRequest('placaLida', '');
    const fluxo = eventStream({ eventos, identidade });
    app.addHook('preClose', async () => fluxo.close());

    app.get(
      '/db/ultimosveiculos',
      {
        schema: {
          tags,
          summary: 'Lista os últimos veículos',
          querystring: Consulta,
          response: { 200: z.array(UltimoVeiculo) },
        },
      },
      async (request) => {
        const { limite = CARTOES } = request.query;
        return passagens.memoria.withShown(
          await toCards(db, await repo.listNewest(db, limite)),
          limite,
        );
      },
    );

    app.get(
      '/db/ultimosveiculos/busca',
      {
        schema: {
          tags,
          summary: 'Pesquisa nos últimos veículos',
          querystring: BuscaUltimosVeiculos,
          response: { 200: z.array(Item) },
        },
      },
      async (request) => {
        const { q, limite = LIMITE_BUSCA } = request.query;
        const palavras = foldText(q).split(/\s+/).filter(Boolean);
        const cartoes = await toCards(db, await repo.listNewest(db, ALCANCE_BUSCA));
        return cartoes
          .filter((cartao) => matches(cartao, palavras))
          .slice(0, limite)
          .map((value) => ({ label: `${value.placa} - ${value.modelo}`, value }));
      },
    );

    app.post(
      '/db/ultimosveiculos',
      {
        bodyLimit: PICTURES_MAXIMUM,
        config: { prazoCorpo: CORPO_MS },
        schema: {
          tags,
          summary: 'Registra uma passagem',
          body: NovaPassagem,
          response: { 200: UltimoVeiculo, 201: UltimoVeiculo },
        },
        // After the sender is known, and before any byte of the body is read.
        preParsing: async (request, reply) => {
          const bytes = expectedBytes(request);
          if (bytes <= SEM_IMAGEM) return;
          const quem = getConta(request).id;
          intake.pace(quem, bytes, IMAGENS_DEMAIS);
          intake.hold(request, reply, quem);
        },
        preValidation: async (request) => {
          const { placa } = (request.body ?? {}) as { placa?: unknown };
          request.placaLida = typeof placa === 'string' ? placa : '';
        },
      },
      async (request, reply) => {
        const { body, placaLida } = request;
        const imagens = await passagens.keepFoto(body);
        return createOnce(db, request, reply, (trx) =>
          passagens.createPassagem(trx, getAutor(request), body, { placaLida, imagens }),
        );
      },
    );

    app.delete(
      '/db/ultimosveiculos/:id',
      {
        schema: {
          tags,
          summary: 'Exclui uma passagem',
          params: z.object({ id: z.string() }),
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await passagens.remove(getAutor(request), request.params.id);
        reply.code(204);
      },
    );

    app.get(
      '/db/ultimosveiculos/eventos',
      {
        // A stream has no HEAD answer.
        exposeHeadRoute: false,
        schema: {
          tags,
          summary: 'Transmite as passagens ao vivo',
          description:
            'text/event-stream: passagem, passagem-alterada, passagem-removida, recarregar',
        },
      },
      (request, reply) => fluxo.open(request, reply),
    );
  };

declare module 'fastify' {
  interface FastifyRequest {
    /** The plate as the camera sent it, before normalisation. */
    placaLida: string;
  }
}
