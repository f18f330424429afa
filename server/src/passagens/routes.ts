import { LIMITE_BUSCA, limiteAte } from '@unipark/contract/lista';
import { BuscaUltimosVeiculos, NovaPassagem, UltimoVeiculo } from '@unipark/contract/passagem';
import { dobrar, entrada } from '@unipark/contract/texto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { autorOf } from '../platform/audit.ts';
import type { Banco } from '../platform/db/banco.ts';
import type { EventLog } from '../platform/events.ts';
import type { Identidade } from '../platform/guard.ts';
import { createOnce } from '../platform/idempotency.ts';
import { toCards } from './cartoesRepo.ts';
import * as repo from './repo.ts';
import type { PassagensService } from './service.ts';
import { eventStream } from './stream.ts';

/** Cards of the live list; the specification shows five. */
const CARTOES = 5;
const CARTOES_MAXIMO = 100;
/** The live list's search looks at the newest passages only: the history has its own. */
const ALCANCE_BUSCA = 1_000;
/** A reading may carry a picture. */
const CORPO_MAXIMO = 10 * 1024 * 1024;
const CORPO_MS = 30_000;

const Consulta = entrada({
  limite: z.optional(limiteAte(CARTOES_MAXIMO)),
});
const Item = z.object({ label: z.string(), value: UltimoVeiculo });
const tags = ['Últimos veículos'];

interface Deps {
  db: Banco;
  eventos: EventLog;
  identidade: Identidade;
  passagens: PassagensService;
}

const combina = (cartao: UltimoVeiculo, palavras: string[]): boolean => {
  const texto = dobrar(
    `${cartao.placa} ${cartao.placaCadastrada ?? ''} ${cartao.modelo} ${cartao.status}`,
  );
  return palavras.every(
    (palavra) => texto.includes(palavra) || texto.includes(palavra.replaceAll('-', '')),
  );
};

export const passagensRoutes =
  ({ db, eventos, identidade, passagens }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.decorateRequest('placaLida', '');
    const fluxo = eventStream({ eventos, identidade });
    app.addHook('preClose', async () => fluxo.close());

    app.get(
      '/db/ultimosveiculos',
      { schema: { tags, querystring: Consulta, response: { 200: z.array(UltimoVeiculo) } } },
      async (request) => toCards(db, await repo.newest(db, request.query.limite ?? CARTOES)),
    );

    app.get(
      '/db/ultimosveiculos/busca',
      { schema: { tags, querystring: BuscaUltimosVeiculos, response: { 200: z.array(Item) } } },
      async (request) => {
        const palavras = dobrar(request.query.q).split(/\s+/).filter(Boolean);
        const cartoes = await toCards(db, await repo.newest(db, ALCANCE_BUSCA));
        return cartoes
          .filter((cartao) => combina(cartao, palavras))
          .slice(0, LIMITE_BUSCA)
          .map((value) => ({ label: `${value.placa} - ${value.modelo}`, value }));
      },
    );

    app.post(
      '/db/ultimosveiculos',
      {
        bodyLimit: CORPO_MAXIMO,
        config: { prazoCorpo: CORPO_MS },
        schema: { tags, body: NovaPassagem, response: { 200: UltimoVeiculo, 201: UltimoVeiculo } },
        preValidation: async (request) => {
          const { placa } = (request.body ?? {}) as { placa?: unknown };
          request.placaLida = typeof placa === 'string' ? placa : '';
        },
      },
      (request, reply) =>
        createOnce(db, request, reply, (trx) =>
          passagens.receive(trx, autorOf(request), request.body, request.placaLida),
        ),
    );

    app.delete(
      '/db/ultimosveiculos/:id',
      { schema: { tags, params: z.object({ id: z.string() }), response: { 204: z.undefined() } } },
      async (request, reply) => {
        await passagens.remove(autorOf(request), request.params.id);
        reply.code(204);
      },
    );

    app.get(
      '/db/ultimosveiculos/eventos',
      {
        // A stream has no head to answer with.
        exposeHeadRoute: false,
        schema: {
          tags,
          description:
            'text/event-stream: passagem, passagem-alterada, passagem-removida, recarregar',
        },
      },
      (request, reply) => fluxo.open(request, reply),
    );
  };

declare module 'fastify' {
  interface FastifyRequest {
    /** The plate as the camera sent it, before it is normalised. */
    placaLida: string;
  }
}
