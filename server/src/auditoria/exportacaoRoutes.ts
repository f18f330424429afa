/** The audit as a file: for an auditor, who needs no account for it. */
import type { AtoAuditado } from '@unipark/contract/auditoria';
import { ExportacaoAuditoria } from '@unipark/contract/exportacao';
import {
  formatAcao,
  formatAtoInteiro,
  formatQuem,
  formatRegistro,
} from '@unipark/contract/textosAuditoria';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Banco } from '../platform/db/banco.ts';
import { sendExport } from '../platform/export/export.ts';
import { type CellValue, FILE_RESPONSE, type SheetColumn } from '../platform/export/sheet.ts';
import { readEveryAto } from './repo.ts';

type ActColumn = SheetColumn & { cell: (ato: AtoAuditado) => CellValue };

const COLUNAS: ActColumn[] = [
  { rotulo: 'Número', largura: 9, cell: ({ id }) => Number(id) },
  { rotulo: 'Quando', largura: 17, instante: true, cell: ({ quando }) => quando },
  { rotulo: 'Quem', largura: 24, cell: formatQuem },
  { rotulo: 'Endereço', largura: 16, cell: ({ endereco }) => endereco },
  { rotulo: 'Ação', largura: 22, cell: ({ acao }) => formatAcao(acao) },
  { rotulo: 'Registro', largura: 26, cell: formatRegistro },
  { rotulo: 'O que mudou', largura: 48, cell: formatAtoInteiro },
  { rotulo: 'Motivo', largura: 24, cell: ({ motivo }) => motivo },
];

async function* toRows(fatias: AsyncIterable<AtoAuditado[]>) {
  for await (const atos of fatias) yield atos.map((ato) => COLUNAS.map(({ cell }) => cell(ato)));
}

export const exportacaoAuditoriaRoutes =
  ({ db }: { db: Banco }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/auditoria/exportar',
      {
        config: { admin: true },
        schema: {
          tags: ['Auditoria'],
          summary: 'Exporta a auditoria de uma pesquisa',
          description: FILE_RESPONSE,
          querystring: ExportacaoAuditoria,
        },
      },
      (request, reply) => {
        const { formato, ...filtros } = request.query;
        return sendExport(
          { db, request, reply },
          {
            ...{ nome: 'auditoria', titulo: 'Auditoria', entidade: 'auditoria' },
            ...{ colunas: COLUNAS, formato, filtros },
            async read() {
              const { total, fatias } = await readEveryAto(db, filtros);
              return { total, fatias: toRows(fatias) };
            },
          },
        );
      },
    );
  };
