import {
  AjustesAvisos,
  Aparelho,
  EdicaoAparelho,
  EstadoAvisos,
  NovoAparelho,
} from '@unipark/contract/aviso';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { getAutor } from '../platform/audit.ts';
import { getConta } from '../platform/http/guard.ts';
import type { AjustesDeAvisos } from './ajustes.ts';
import type { AparelhosService } from './aparelhos.ts';

const APARELHOS = '/api/avisos/aparelhos';
const tags = ['Avisos'];
const params = z.object({ id: z.string() });
const AGENTE_MAXIMO = 400;

interface Deps {
  ajustes: AjustesDeAvisos;
  aparelhos: AparelhosService;
}

export const avisosRoutes =
  ({ ajustes, aparelhos }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/avisos',
      {
        schema: {
          tags,
          summary: 'Mostra se os avisos estão ligados, e a chave para assiná-los',
          response: { 200: EstadoAvisos },
        },
      },
      () => ajustes.getEstado(),
    );

    app.put(
      '/api/avisos',
      {
        config: { admin: true },
        schema: {
          tags,
          summary: 'Liga ou desliga os avisos',
          body: AjustesAvisos,
          response: { 200: EstadoAvisos },
        },
      },
      (request) => ajustes.change(getAutor(request), request.body),
    );

    app.get(
      APARELHOS,
      {
        schema: {
          tags,
          summary: 'Lista os próprios aparelhos',
          response: { 200: z.array(Aparelho) },
        },
      },
      (request) => aparelhos.list(getConta(request).id),
    );

    app.post(
      APARELHOS,
      {
        schema: {
          tags,
          summary: 'Inclui ou renova este aparelho',
          body: NovoAparelho,
          response: { 200: Aparelho },
        },
      },
      (request) => {
        const { id: conta, sid } = getConta(request);
        const agente = request.headers['user-agent']?.slice(0, AGENTE_MAXIMO) ?? null;
        return aparelhos.save({ autor: getAutor(request), conta, sid, agente }, request.body);
      },
    );

    app.put(
      `${APARELHOS}/:id`,
      {
        schema: {
          tags,
          summary: 'Altera o horário sem avisos de um aparelho',
          params,
          body: EdicaoAparelho,
          response: { 200: Aparelho },
        },
      },
      (request) =>
        aparelhos.changeSilencio(
          getAutor(request),
          getConta(request).id,
          request.params.id,
          request.body.silencio,
        ),
    );

    app.delete(
      `${APARELHOS}/:id`,
      {
        schema: {
          tags,
          summary: 'Remove um dos próprios aparelhos',
          params,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await aparelhos.remove(getAutor(request), getConta(request).id, request.params.id);
        reply.code(204);
      },
    );
  };
