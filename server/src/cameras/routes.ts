import {
  Camera,
  describeMotivo,
  hlsPathOf,
  type MotivoCamera,
  SituacaoCameras,
  TicketCamera,
} from '@unipark/contract/camera';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import { getAutor } from '../platform/audit.ts';
import { nowMs } from '../platform/clock.ts';
import type { Banco } from '../platform/db/banco.ts';
import { notFound, Problem } from '../platform/errors.ts';
import { getConta, type Identidade } from '../platform/http/guard.ts';
import type { OpenCamera } from './open.ts';
import { toMotivo } from './reasons.ts';
import type { CamerasService } from './service.ts';
import { liveStreams } from './viewers/live.ts';
import { createLooks } from './viewers/looks.ts';
import { issueTicket } from './viewers/tickets.ts';

const Params = z.object({ id: z.string() });
const tags = ['Câmeras'];

const missingCamera = (): Problem => notFound('Câmera não encontrada.');

/** A missing picture as an answer: `codigo` is the reason itself. */
function missingImagem(motivo: MotivoCamera, { ajustes: { tipo } }: OpenCamera): Problem {
  const headers = { 'Retry-After': '2' };
  return new Problem(503, motivo, describeMotivo(motivo, tipo), { headers });
}

async function orReason<T>(camera: OpenCamera, ask: Promise<T>): Promise<T> {
  return ask.catch((error: unknown) => {
    throw error instanceof Problem ? error : missingImagem(toMotivo(error), camera);
  });
}

/** The path after `/hls/`, undecoded: a decoded path hides an encoded dot segment. */
const pieceOf = (request: FastifyRequest, id: string): string =>
  request.url.slice(hlsPathOf(id).length);

interface Deps {
  db: Banco;
  config: Pick<Config, 'publicUrl' | 'local'>;
  identidade: Identidade;
  cameras: CamerasService;
}

export const camerasRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, cameras } = deps;
    const aoVivo = liveStreams({ ...deps, log: app.log });
    const looks = createLooks({ db, log: app.log });
    app.decorateRequest('espectador', null);
    app.addHook('preClose', async () => {
      await aoVivo.close();
      await looks.close();
      await cameras.close();
    });

    const find = (id: string): OpenCamera => {
      const camera = cameras.find(id);
      if (!camera) throw missingCamera();
      return camera;
    };

    app.get(
      '/api/cameras',
      {
        schema: {
          tags,
          summary: 'Lista as câmeras e o estado de cada uma',
          response: { 200: z.array(Camera) },
        },
      },
      async () => cameras.list(),
    );

    app.get(
      '/api/cameras/situacao',
      {
        config: { admin: true },
        schema: {
          tags,
          summary: 'Mostra a situação das câmeras e do conversor de vídeo',
          response: { 200: SituacaoCameras },
        },
      },
      async () => cameras.getSituacao(),
    );

    app.post(
      '/api/cameras/:id/ticket',
      {
        schema: {
          tags,
          summary: 'Cria o tíquete que abre o vídeo de uma câmera',
          params: Params,
          response: { 200: TicketCamera },
        },
      },
      async (request) => {
        const camera = find(request.params.id);
        const { ajustes, session } = camera;
        if (!ajustes.ativa) throw missingImagem('disabled', camera);
        if (!session) throw missingCamera();
        const conta = getConta(request);
        aoVivo.refuseFull(conta.id);
        return issueTicket(db, ajustes.id, conta);
      },
    );

    // A browser's WebSocket sends no bearer: the ticket is checked instead.
    app.route({
      method: 'GET',
      url: '/api/cameras/:id/live',
      config: { publica: true },
      schema: { tags, summary: 'Transmite o vídeo de uma câmera por WebSocket', params: Params },
      preHandler: async (request) => {
        if (request.ws) await aoVivo.admit(request, request.params.id);
      },
      handler: async () => {
        throw new Problem(426, 'so-websocket', 'Este endereço só atende WebSocket.', {
          headers: { Upgrade: 'websocket' },
        });
      },
      wsHandler: (socket, request) => aoVivo.open(socket, request),
    });

    app.post(
      '/api/cameras/:id/tentar',
      {
        schema: {
          tags,
          summary: 'Tenta conectar a uma câmera agora',
          params: Params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        find(request.params.id).retry();
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/api/cameras/:id/snapshot.jpg',
      { schema: { tags, summary: 'Mostra a imagem mais recente de uma câmera', params: Params } },
      async (request, reply) => {
        const camera = find(request.params.id);
        const { jpeg, recebidoEm } = await orReason(camera, camera.snapshot());
        await looks.note(getAutor(request), camera.ajustes.id);
        const idade = Math.max(0, nowMs() - recebidoEm) / 1_000;
        return reply
          .type('image/jpeg')
          .header('Cache-Control', 'private, no-store')
          .header('X-Frame-Age', idade.toFixed(1))
          .send(jpeg);
      },
    );

    app.get(
      '/api/cameras/:id/hls/*',
      { schema: { tags, summary: 'Entrega um trecho do vídeo de uma câmera HLS', params: Params } },
      async (request, reply) => {
        const camera = find(request.params.id);
        const pedaco = await orReason(camera, camera.hls(pieceOf(request, camera.ajustes.id)));
        if (!pedaco) throw missingCamera();
        await looks.note(getAutor(request), camera.ajustes.id);
        return reply
          .type(pedaco.tipo)
          .header('Cache-Control', 'private, no-store')
          .send(pedaco.corpo);
      },
    );
  };
