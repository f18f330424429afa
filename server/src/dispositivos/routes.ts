import {
  Dispositivo,
  DispositivoComToken,
  EdicaoDispositivo,
  ItemQuarentena,
  ListaQuarentena,
  NovoDispositivo,
  TrocaToken,
} from '@unipark/contract/dispositivo';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { getAutor } from '../platform/audit.ts';
import type { Banco } from '../platform/db/banco.ts';
import { createOnce } from '../platform/http/idempotency.ts';
import { etag, isStale, pageHeaders } from '../platform/http/lists.ts';
import { addressOf } from './endereco.ts';
import type { QuarentenaRow } from './repo.ts';
import type { DispositivosService } from './service.ts';

const tags = ['Dispositivos'];
const config = { admin: true };
const Parametros = z.object({ id: z.string() });
/** Bodies of up to 64 KB each. */
const PAGINA_QUARENTENA = 20;

interface Deps {
  db: Banco;
  publicUrl: URL | null;
  dispositivos: DispositivosService;
}

const toItem = ({ id, ...linha }: QuarentenaRow): ItemQuarentena => ({
  id: String(id),
  ...linha,
});

export const dispositivosRoutes =
  ({ db, publicUrl, dispositivos }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    /** Our own address: as configured, otherwise as in the request. */
    const originOf = (request: FastifyRequest): string =>
      publicUrl?.origin ?? `${request.protocol}://${request.host}`;

    const withToken = (request: FastifyRequest, dispositivo: Dispositivo, token: string | null) => {
      const { dialeto, digest, caminho_raiz } = dispositivo;
      const destino = { dialeto, digest, caminho_raiz: Number(caminho_raiz) };
      return {
        dispositivo,
        token,
        endereco: addressOf(destino, originOf(request), token ?? '***'),
      };
    };

    app.get(
      '/api/dispositivos',
      {
        config,
        schema: { tags, summary: 'Lista os dispositivos', response: { 200: z.array(Dispositivo) } },
      },
      (request) => dispositivos.list(originOf(request)),
    );

    app.get(
      '/api/dispositivos/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Mostra um dispositivo',
          params: Parametros,
          response: { 200: Dispositivo },
        },
      },
      async (request, reply) => {
        const dispositivo = await dispositivos.find(request.params.id, originOf(request));
        reply.header('ETag', etag(dispositivo.versao));
        return dispositivo;
      },
    );

    app.post(
      '/api/dispositivos',
      {
        config,
        schema: {
          tags,
          summary: 'Cadastra um dispositivo',
          body: NovoDispositivo,
          response: { 201: DispositivoComToken },
        },
      },
      async (request, reply) => {
        // The answer kept for the Idempotency-Key has no token, because only its hash is stored.
        let token: string | null = null;
        const dispositivo = await createOnce(db, request, reply, async (trx) => {
          const { body } = request;
          const feito = await dispositivos.create(trx, getAutor(request), body, originOf(request));
          token = feito.token;
          return { status: 201, corpo: feito.dispositivo };
        });
        return withToken(request, dispositivo, token);
      },
    );

    app.put(
      '/api/dispositivos/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Altera um dispositivo',
          params: Parametros,
          body: EdicaoDispositivo,
          response: { 200: Dispositivo },
        },
      },
      async (request, reply) => {
        const depois = await dispositivos.edit(
          getAutor(request),
          request.params.id,
          request.body,
          (versao) => isStale(request, versao),
          originOf(request),
        );
        reply.header('ETag', etag(depois.versao));
        return depois;
      },
    );

    app.delete(
      '/api/dispositivos/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Exclui um dispositivo',
          params: Parametros,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await dispositivos.remove(
          getAutor(request),
          request.params.id,
          (versao) => isStale(request, versao),
          originOf(request),
        );
        reply.code(204);
      },
    );

    app.post(
      '/api/dispositivos/:id/token',
      {
        config,
        schema: {
          tags,
          summary: 'Troca o token de um dispositivo',
          params: Parametros,
          body: TrocaToken,
          response: { 200: DispositivoComToken },
        },
      },
      async (request, reply) => {
        const { dispositivo, token } = await dispositivos.replaceToken(
          getAutor(request),
          request.params.id,
          request.body?.imediato === true,
          originOf(request),
        );
        reply.header('ETag', etag(dispositivo.versao));
        return withToken(request, dispositivo, token);
      },
    );

    app.get(
      '/api/dispositivos/:id/quarentena',
      {
        config,
        schema: {
          tags,
          summary: 'Lista as mensagens em quarentena de um dispositivo',
          params: Parametros,
          querystring: ListaQuarentena,
          response: { 200: z.array(ItemQuarentena) },
        },
      },
      async (request, reply) => {
        const { limite = PAGINA_QUARENTENA, apos } = request.query;
        const pagina = await dispositivos.quarantine(getAutor(request), request.params.id, {
          limite,
          apos,
        });
        pageHeaders(request, reply, pagina, pagina.total, true);
        return pagina.linhas.map(toItem);
      },
    );

    app.delete(
      '/api/dispositivos/:id/quarentena',
      {
        config,
        schema: {
          tags,
          summary: 'Esvazia a quarentena de um dispositivo',
          params: Parametros,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await dispositivos.clearQuarantine(getAutor(request), request.params.id);
        reply.code(204);
      },
    );
  };
