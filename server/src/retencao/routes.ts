import { Apagados, EdicaoPrazos, PrazosRetencao, Retencao } from '@unipark/contract/retencao';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { getAutor } from '../platform/audit.ts';
import type { RetencaoService } from './retencao.ts';

const tags = ['Retenção'];
const config = { admin: true };

export const retencaoRoutes =
  (retencao: RetencaoService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/retencao',
      {
        config,
        schema: {
          tags,
          summary: 'Mostra por quanto tempo os dados ficam guardados',
          response: { 200: Retencao },
        },
      },
      () => retencao.getEstado(),
    );

    app.put(
      '/api/retencao',
      {
        config,
        schema: {
          tags,
          summary: 'Altera por quanto tempo os dados ficam guardados',
          body: EdicaoPrazos,
          response: { 200: PrazosRetencao },
        },
      },
      (request) => retencao.change(getAutor(request), request.body),
    );

    app.post(
      '/api/retencao/previa',
      {
        config,
        schema: {
          tags,
          summary: 'Conta o que estes prazos apagariam agora',
          body: EdicaoPrazos,
          response: { 200: Apagados },
        },
      },
      (request) => retencao.preview(request.body),
    );
  };
