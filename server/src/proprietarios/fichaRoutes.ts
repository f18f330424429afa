import { Alteracao } from '@unipark/contract/alteracao';
import { Cursor, LIMITE_MAXIMO, LIMITE_PADRAO, limitUpTo } from '@unipark/contract/lista';
import { FichaProprietario, MatriculaDeCaminho } from '@unipark/contract/proprietario';
import { strictInput } from '@unipark/contract/texto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { audit, getAutor } from '../platform/audit.ts';
import { type Banco, inEssential } from '../platform/db/banco.ts';
import { invalid } from '../platform/errors.ts';
import { etag, linkToNext } from '../platform/http/lists.ts';
import { findFicha, listAlteracoes } from './fichaRepo.ts';
import { missingProprietario } from './service.ts';

const params = z.object({ matricula: MatriculaDeCaminho });
const tags = ['Proprietários'];
const Pagina = strictInput({
  limite: z.optional(limitUpTo(LIMITE_MAXIMO)),
  apos: z.optional(Cursor),
});

const encode = (ato: number): string => Buffer.from(`ato ${ato}`).toString('base64url');

function decode(cursor: string): number {
  const ato = /^ato (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (ato === undefined) throw invalid({ apos: 'Cursor inválido. Recarregue a lista.' });
  return Number(ato);
}

export const fichaProprietarioRoutes =
  ({ db }: { db: Banco }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/proprietarios/:matricula/ficha',
      {
        schema: {
          tags,
          summary: 'Mostra a ficha de um proprietário: contato e número de veículos',
          params,
          response: { 200: FichaProprietario },
        },
      },
      async (request, reply) => {
        const ficha = await findFicha(db, request.params.matricula);
        if (!ficha) throw missingProprietario();
        reply.header('ETag', etag(ficha.proprietario.versao));
        return ficha;
      },
    );

    app.get(
      '/api/proprietarios/:matricula/alteracoes',
      {
        schema: {
          tags,
          summary: 'Lista as alterações do cadastro de um proprietário: quem e quando',
          params,
          querystring: Pagina,
          response: { 200: z.array(Alteracao) },
        },
      },
      async (request, reply) => {
        const { matricula } = request.params;
        const { limite = LIMITE_PADRAO, apos } = request.query;
        const antesDe = apos === undefined ? Number.MAX_SAFE_INTEGER : decode(apos);
        const { itens, proximo } = await listAlteracoes(db, matricula, { limite, antesDe });
        await inEssential(db, (trx) =>
          audit(trx, getAutor(request), {
            acao: 'consultar',
            entidade: 'historico',
            chave: matricula,
          }),
        );
        if (proximo !== undefined) linkToNext(request, reply, encode(proximo));
        return itens;
      },
    );
  };
