/** The picture is the raw body, not JSON, so it has its own routes. */
import { FotoPerfil } from '@unipark/contract/perfil';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { Problem } from '../../platform/errors.ts';
import { getConta } from '../../platform/http/guard.ts';
import { readChamada } from '../chamada.ts';
import { FOTO_MAXIMA } from './foto.ts';
import type { perfilService } from './service.ts';

const TIPOS = ['image/jpeg', 'image/png', 'image/webp'];
const tags = ['Perfil'];

const tooLarge = () => new Problem(413, 'corpo-grande', 'A foto deve ter no máximo 5 MB.');
const otherKind = () => new Problem(415, 'tipo-nao-aceito', 'Envie a foto em JPEG, PNG ou WebP.');

export const fotoRoutes =
  (perfil: ReturnType<typeof perfilService>): FastifyPluginAsyncZod =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(TIPOS, { parseAs: 'buffer' }, (_request, corpo, done) =>
      done(null, corpo),
    );
    // Refused before any byte of it is read.
    app.addContentTypeParser('*', (_request, _corpo, done) => done(otherKind()));

    app.put(
      '/api/perfil/foto',
      {
        bodyLimit: FOTO_MAXIMA,
        config: { prazoCorpo: 30_000 },
        schema: {
          tags,
          summary: 'Troca a própria foto',
          consumes: TIPOS,
          response: { 200: FotoPerfil },
        },
        preParsing: async ({ headers }) => {
          if (Number(headers['content-length']) > FOTO_MAXIMA) throw tooLarge();
          if (headers['content-type'] === undefined) throw otherKind();
        },
        errorHandler: (error) => {
          const { code } = error as { code?: string };
          throw code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge() : error;
        },
      },
      (request) => {
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        return perfil.changeFoto(getConta(request), bytes, readChamada(request));
      },
    );

    app.delete(
      '/api/perfil/foto',
      { schema: { tags, summary: 'Remove a própria foto', response: { 204: z.null() } } },
      async (request, reply) => {
        await perfil.removeFoto(getConta(request), readChamada(request));
        return reply.code(204).send(null);
      },
    );
  };
