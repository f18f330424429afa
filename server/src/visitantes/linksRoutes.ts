import {
  LinkVisita,
  LinkVisitaCriado,
  NovoLinkVisita,
  TokenVisita,
  VisitaAnunciada,
  VisitaConfirmada,
  VisitaPreenchida,
} from '@unipark/contract/linkVisita';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { getAutor } from '../platform/audit.ts';
import { createOnce } from '../platform/http/idempotency.ts';
import { createLinksVisita, type LinksVisitaDeps } from './links.ts';

const tags = ['Portaria'];
const params = z.object({ id: z.string().check(z.regex(/^\d{1,9}$/)) });
/** For a person without an account. The token is in the body: an address is logged. */
const PUBLICA = { bodyLimit: 8 * 1024, config: { publica: true } } as const;

export const linksVisitaRoutes = (deps: LinksVisitaDeps): FastifyPluginAsyncZod => {
  const { db } = deps;
  const links = createLinksVisita(deps);
  return async (app) => {
    app.get(
      '/api/visitantes/links',
      {
        schema: {
          tags,
          summary: 'Lista os links de visita abertos, do mais novo ao mais antigo',
          response: { 200: z.array(LinkVisita) },
        },
      },
      () => links.list(),
    );

    app.post(
      '/api/visitantes/links',
      {
        schema: {
          tags,
          summary: 'Cria um link para visitantes preencherem; o endereço só aparece nesta resposta',
          body: NovoLinkVisita,
          response: { 201: LinkVisitaCriado },
        },
      },
      async (request, reply) => {
        // Not in the answer that is kept for the Idempotency-Key: it holds the token.
        let endereco: string | null = null;
        const criado = await createOnce(db, request, reply, async (trx) => {
          const feito = await links.create(trx, getAutor(request), request.body);
          endereco = feito.endereco;
          return { status: 201, corpo: feito.link };
        });
        return { ...criado, link: endereco };
      },
    );

    app.post(
      '/api/visitantes/links/:id/cancelar',
      {
        schema: {
          tags,
          summary: 'Cancela um link de visita; os passes já preenchidos ficam',
          params,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await links.revoke(getAutor(request), Number(request.params.id));
        reply.code(204);
      },
    );

    app.post(
      '/api/visita',
      {
        ...PUBLICA,
        schema: {
          tags,
          summary: 'Mostra a visita de um link a quem o recebeu',
          body: TokenVisita,
          response: { 200: VisitaAnunciada },
        },
      },
      (request) => links.read(request.ip, request.body.token),
    );

    app.post(
      '/api/visita/confirmar',
      {
        ...PUBLICA,
        schema: {
          tags,
          summary: 'Preenche um link de visita: nome e placa viram um passe',
          body: VisitaPreenchida,
          response: { 201: VisitaConfirmada },
        },
      },
      async (request, reply) => {
        const feita = await links.fill(getAutor(request), request.ip, request.body);
        return reply.code(201).send(feita);
      },
    );
  };
};
