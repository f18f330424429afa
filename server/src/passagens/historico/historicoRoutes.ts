import { Cursor, LIMITE_MAXIMO, LIMITE_PADRAO, limitUpTo } from '@unipark/contract/lista';
import { BuscaNovas, ListaPassagens, Novas } from '@unipark/contract/listaPassagens';
import {
  CorrecaoPassagem,
  ItemHistorico,
  Passagem,
  RetencaoPassagem,
} from '@unipark/contract/passagem';
import { PlacaDeCaminho } from '@unipark/contract/placa';
import { strictInput } from '@unipark/contract/texto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { audit, getAutor } from '../../platform/audit.ts';
import { type Banco, inEssential } from '../../platform/db/banco.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { etag, isStale, pageHeaders } from '../../platform/http/lists.ts';
import { getPassagem } from '../atos.ts';
import { findFoto } from '../fotosRepo.ts';
import { createMiniaturas } from '../miniatura.ts';
import { holdPassagem } from '../retida.ts';
import type { PassagensService } from '../service.ts';
import { getPassagens, listCameras } from './detalhesRepo.ts';
import { countNovas, listIds } from './historicoRepo.ts';
import { countStory, readStory, type StoryPoint } from './vidaRepo.ts';

const CAMERAS = 100;

const tags = ['Passagens'];
const Id = z.object({ id: z.string() });
const Imagem = z.object({ id: z.string(), imagem: z.string() });
const Tamanho = strictInput({
  miniatura: z.optional(
    z.literal('1', { error: 'Miniatura: use 1 para receber a imagem pequena.' }),
  ),
});
const Historico = strictInput({
  limite: z.optional(limitUpTo(LIMITE_MAXIMO)),
  apos: z.optional(Cursor),
});

const encode = ({ passagem, ato }: StoryPoint): string =>
  Buffer.from(`${passagem} ${ato}`).toString('base64url');

function decode(cursor: string): StoryPoint {
  const [, passagem, ato] =
    /^(\d{1,16}) (\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (!passagem || !ato) throw invalid({ apos: 'Cursor inválido. Recarregue a lista.' });
  return { passagem: Number(passagem), ato: Number(ato) };
}

interface HistoricoDeps {
  db: Banco;
  passagens: PassagensService;
  /** 'hh:mm' at which the count of the cars inside begins anew. */
  dentroHora: string;
}

export const historicoRoutes =
  ({ db, passagens, dentroHora }: HistoricoDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const { fotos } = passagens;
    const shrinkPicture = createMiniaturas();

    app.get(
      '/api/passagens',
      {
        schema: {
          tags,
          summary: 'Lista as passagens',
          querystring: ListaPassagens,
          response: { 200: z.array(Passagem) },
        },
      },
      async (request, reply) => {
        const { limite: _, apos, antes, ...filtros } = request.query;
        const pagina = await listIds(db, { ...request.query, dentroHora });
        if (Object.keys(filtros).length > 0) {
          await inEssential(db, (trx) =>
            audit(trx, getAutor(request), {
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
      '/api/passagens/novas',
      {
        schema: {
          tags,
          summary: 'Conta as passagens mais novas do que uma passagem',
          querystring: BuscaNovas,
          response: { 200: Novas },
        },
      },
      // Not audited: it counts for a list that was audited when it was read.
      async (request) => ({ total: await countNovas(db, { ...request.query, dentroHora }) }),
    );

    app.get(
      '/api/passagens/cameras',
      {
        schema: {
          tags,
          summary: 'Lista as câmeras que têm passagens',
          response: { 200: z.array(z.string()) },
        },
      },
      () => listCameras(db, CAMERAS),
    );

    app.get(
      '/api/passagens/:id',
      { schema: { tags, summary: 'Mostra uma passagem', params: Id, response: { 200: Passagem } } },
      async (request, reply) => {
        const passagem = await getPassagem(db, request.params.id);
        reply.header('ETag', etag(passagem.versao));
        return passagem;
      },
    );

    app.patch(
      '/api/passagens/:id',
      {
        schema: {
          tags,
          summary: 'Corrige a placa ou o sentido de uma passagem',
          params: Id,
          body: CorrecaoPassagem,
          response: { 200: Passagem },
        },
      },
      async (request, reply) => {
        const passagem = await passagens.correct(
          getAutor(request),
          request.params.id,
          request.body.placa,
          (versao) => isStale(request, versao),
        );
        reply.header('ETag', etag(passagem.versao));
        return passagem;
      },
    );

    app.put(
      '/api/passagens/:id/retencao',
      {
        config: { admin: true },
        schema: {
          tags,
          summary: 'Guarda uma passagem e as suas fotos até um dia, além do prazo',
          params: Id,
          body: RetencaoPassagem,
          response: { 200: Passagem },
        },
      },
      (request) => holdPassagem(db, getAutor(request), request.params.id, request.body),
    );

    app.get(
      '/api/passagens/:id/imagens/:imagem',
      {
        schema: {
          tags,
          summary: 'Mostra uma foto de uma passagem',
          params: Imagem,
          querystring: Tamanho,
          description: 'image/jpeg; com miniatura=1, image/webp de até 320 × 240',
        },
      },
      async (request, reply) => {
        const { id, imagem } = request.params;
        const numeros = [id, imagem].every((texto) => /^\d{1,15}$/.test(texto));
        const foto = numeros ? await findFoto(db, Number(id), Number(imagem)) : undefined;
        if (!foto) throw notFound('Imagem não encontrada.');
        const pequena = request.query.miniatura
          ? await shrinkPicture(foto.id, () => fotos.read(foto))
          : undefined;
        // A picture that no decoder can read is sent unchanged.
        const inteira = pequena ? undefined : await fotos.open(foto);
        if (!pequena && !inteira) throw notFound('Imagem não encontrada.');
        try {
          await inEssential(db, (trx) =>
            audit(trx, getAutor(request), {
              acao: 'abrir-imagem',
              entidade: 'passagem',
              chave: id,
              detalhe: { imagem },
            }),
          );
        } catch (error) {
          inteira?.stream.destroy();
          throw error;
        }
        if (!inteira) return reply.type('image/webp').send(pequena);
        reply.type('image/jpeg').header('Content-Length', inteira.tamanho);
        return reply.send(inteira.stream);
      },
    );

    app.get(
      '/api/veiculos/:placa/historico',
      {
        schema: {
          tags,
          summary: 'Lista as passagens e as alterações de um veículo',
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
        await inEssential(db, (trx) =>
          audit(trx, getAutor(request), { acao: 'consultar', entidade: 'historico', chave: placa }),
        );
        const seguinte = proximo && { proximo: encode(proximo) };
        pageHeaders(request, reply, { linhas: [], ...seguinte }, await countStory(db, placa));
        return itens;
      },
    );
  };
