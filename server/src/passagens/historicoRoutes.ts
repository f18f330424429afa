import { Cursor, LIMITE_MAXIMO, LIMITE_PADRAO, limiteAte } from '@unipark/contract/lista';
import { ListaPassagens } from '@unipark/contract/listaPassagens';
import { CorrecaoPassagem, ItemHistorico, Passagem } from '@unipark/contract/passagem';
import { PlacaDeCaminho } from '@unipark/contract/placa';
import { entrada } from '@unipark/contract/texto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { audit, autorOf } from '../platform/audit.ts';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import { invalid, notFound } from '../platform/errors.ts';
import { etag, isStale, pageHeaders } from '../platform/lists.ts';
import { getPassagem } from './atos.ts';
import { cameras, findPicture, getPassagens } from './detalhesRepo.ts';
import { pageOfIds } from './historicoRepo.ts';
import type { PassagensService } from './service.ts';
import { countStory, type Ponto, readStory } from './vidaRepo.ts';

/** Cameras that the filter offers. */
const CAMERAS = 100;
/** A picture never changes; retention may take it away. */
const GUARDAR = 'private, max-age=86400, immutable';

const tags = ['Passagens'];
const Id = z.object({ id: z.string() });
const Imagem = z.object({ id: z.string(), imagem: z.string() });
const Historico = entrada({
  limite: z.optional(limiteAte(LIMITE_MAXIMO)),
  apos: z.optional(Cursor),
});

const encode = ({ passagem, ato }: Ponto): string =>
  Buffer.from(`${passagem} ${ato}`).toString('base64url');

function decode(cursor: string): Ponto {
  const [, passagem, ato] =
    /^(\d{1,16}) (\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (!passagem || !ato) throw invalid({ apos: 'Cursor inválido. Recarregue a lista.' });
  return { passagem: Number(passagem), ato: Number(ato) };
}

export const historicoRoutes =
  ({ db, passagens }: { db: Banco; passagens: PassagensService }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/passagens',
      { schema: { tags, querystring: ListaPassagens, response: { 200: z.array(Passagem) } } },
      async (request, reply) => {
        const { limite: _, apos, antes, ...filtros } = request.query;
        const pagina = await pageOfIds(db, request.query);
        if (Object.keys(filtros).length > 0) {
          await inTransaction(db, (trx) =>
            audit(trx, autorOf(request), {
              acao: 'consultar',
              entidade: 'passagem',
              chave: '',
              detalhe: filtros,
            }),
          );
        }
        pageHeaders(request, reply, { linhas: [], ...pagina }, pagina.total);
        return getPassagens(db, pagina.ids);
      },
    );

    app.get(
      '/api/passagens/cameras',
      { schema: { tags, response: { 200: z.array(z.string()) } } },
      () => cameras(db, CAMERAS),
    );

    app.get(
      '/api/passagens/:id',
      { schema: { tags, params: Id, response: { 200: Passagem } } },
      async (request, reply) => {
        const passagem = await getPassagem(db, request.params.id);
        reply.header('ETag', etag(passagem.versao));
        return passagem;
      },
    );

    app.patch(
      '/api/passagens/:id',
      { schema: { tags, params: Id, body: CorrecaoPassagem, response: { 200: Passagem } } },
      async (request, reply) => {
        const passagem = await passagens.correct(
          autorOf(request),
          request.params.id,
          request.body.placa,
          (versao) => isStale(request, versao),
        );
        reply.header('ETag', etag(passagem.versao));
        return passagem;
      },
    );

    app.get(
      '/api/passagens/:id/imagens/:imagem',
      { schema: { tags, params: Imagem, description: 'image/jpeg' } },
      async (request, reply) => {
        const { id, imagem } = request.params;
        const numeros = [id, imagem].every((texto) => /^\d{1,15}$/.test(texto));
        const jpeg = await inTransaction(db, async (trx) => {
          const achada = numeros ? await findPicture(trx, Number(id), Number(imagem)) : undefined;
          if (!achada) throw notFound('Imagem não encontrada.');
          await audit(trx, autorOf(request), {
            acao: 'abrir-imagem',
            entidade: 'passagem',
            chave: id,
            detalhe: { imagem },
          });
          return achada;
        });
        reply.header('Cache-Control', GUARDAR);
        return reply.type('image/jpeg').send(Buffer.from(jpeg));
      },
    );

    app.get(
      '/api/veiculos/:placa/historico',
      {
        schema: {
          tags,
          params: z.object({ placa: PlacaDeCaminho }),
          querystring: Historico,
          response: { 200: z.array(ItemHistorico) },
        },
      },
      async (request, reply) => {
        const { placa } = request.params;
        const { limite = LIMITE_PADRAO, apos } = request.query;
        const ponto = apos === undefined ? undefined : decode(apos);
        const { itens, proximo } = await readStory(db, placa, { limite, ponto });
        await inTransaction(db, (trx) =>
          audit(trx, autorOf(request), { acao: 'consultar', entidade: 'historico', chave: placa }),
        );
        const seguinte = proximo && { proximo: encode(proximo) };
        pageHeaders(request, reply, { linhas: [], ...seguinte }, await countStory(db, placa));
        return itens;
      },
    );
  };
