/** The rights of a person whose data is kept: all of it in one archive, and its end. */
import { formatDiaIso } from '@unipark/contract/horaLocal';
import { MatriculaDeCaminho } from '@unipark/contract/proprietario';
import { Anonimizacao, PedidoAnonimizacao } from '@unipark/contract/titular';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Fotos } from '../passagens/fotos.ts';
import { audit, getAutor } from '../platform/audit.ts';
import { nowDate } from '../platform/clock.ts';
import { type Banco, inEssential } from '../platform/db/banco.ts';
import { breathe } from '../platform/db/slices.ts';
import { takeExportTurn } from '../platform/export/export.ts';
import { writeZip } from '../platform/export/zip.ts';
import { sendStream } from '../platform/http/lists.ts';
import { find, toCompleto } from '../proprietarios/repo.ts';
import { missingProprietario } from '../proprietarios/service.ts';
import type { AnonimizacaoService } from './anonimizacao.ts';
import { openArchive } from './arquivo.ts';

const params = z.object({ matricula: MatriculaDeCaminho });
const tags = ['Proprietários'];
const config = { admin: true };

interface TitularesDeps {
  db: Banco;
  anonimizacao: Pick<AnonimizacaoService, 'anonymize'>;
  fotos: Pick<Fotos, 'read'>;
}

export const titularesRoutes =
  ({ db, fotos, anonimizacao }: TitularesDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/proprietarios/:matricula/dados',
      {
        config,
        schema: {
          tags,
          summary:
            'Exporta os dados de um titular: cadastro, veículos, passagens, histórico e fotos',
          description:
            'Um ZIP com LEIA-ME.txt, dados.json, planilhas CSV e as fotos (LGPD, art. 18)',
          params,
        },
      },
      async (request, reply) => {
        const linha = await find(db, request.params.matricula);
        if (!linha) throw missingProprietario();
        const leave = takeExportTurn(request.conta?.id ?? '');
        try {
          const gerado = nowDate();
          const titular = toCompleto(linha);
          const { totais, listEntries } = await openArchive({ db, fotos }, { titular, gerado });
          const write = (detalhe: object) =>
            inEssential(db, (trx) =>
              audit(trx, getAutor(request), {
                ...{ acao: 'exportar', entidade: 'proprietario', chave: titular.matricula },
                detalhe: { formato: 'zip', ...totais, ...detalhe },
              }),
            );
          reply.type('application/zip');
          const arquivo = `dados-do-titular-${formatDiaIso(gerado)}.zip`;
          reply.header('Content-Disposition', `attachment; filename="${arquivo}"`);
          return sendStream(
            reply,
            async function* (touch) {
              let audited = false;
              try {
                for await (const pedaco of writeZip(listEntries())) {
                  touch();
                  yield pedaco;
                  await breathe();
                }
                audited = true;
                await write({ completa: true });
              } finally {
                // The reader left, or a read failed: what was given away until then.
                if (!audited) await write({ completa: false }).catch((e) => request.log.error(e));
              }
            },
            leave,
          );
        } catch (error) {
          leave();
          throw error;
        }
      },
    );

    app.post(
      '/api/proprietarios/:matricula/anonimizar',
      {
        config,
        schema: {
          tags,
          summary: 'Anonimiza um titular: nada do que o identifica fica no banco de dados',
          params,
          body: PedidoAnonimizacao,
          response: { 200: Anonimizacao },
        },
      },
      (request) =>
        anonimizacao.anonymize(
          getAutor(request),
          request.params.matricula,
          request.body.confirmacao,
        ),
    );
  };
