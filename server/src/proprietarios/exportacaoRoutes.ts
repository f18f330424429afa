/** The list of owners as a file. */
import { ExportacaoProprietarios } from '@unipark/contract/exportacao';
import {
  CAMPOS_PROPRIETARIO,
  type ChaveProprietario,
  type ProprietarioCompleto,
} from '@unipark/contract/proprietario';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Banco } from '../platform/db/banco.ts';
import { sendExport } from '../platform/export/export.ts';
import { FILE_RESPONSE, type SheetColumn } from '../platform/export/sheet.ts';
import { readForFile } from './repo.ts';

const LARGURAS: Record<ChaveProprietario, number> = {
  matricula: 16,
  nome: 40,
  email: 36,
  telefone: 18,
};
const CHAVES = Object.keys(CAMPOS_PROPRIETARIO) as ChaveProprietario[];

const COLUNAS: SheetColumn[] = [
  ...CHAVES.map((chave) => ({
    rotulo: CAMPOS_PROPRIETARIO[chave].rotulo,
    largura: LARGURAS[chave],
  })),
  { rotulo: 'Veículos', largura: 10 },
];

type OwnerRow = Omit<ProprietarioCompleto, 'versao'> & { veiculos: number };

function cellOf(dono: OwnerRow, chave: ChaveProprietario): string | null {
  const valor = dono[chave];
  return valor && (CAMPOS_PROPRIETARIO[chave].format?.(valor) ?? valor);
}

async function* toRows(fatias: AsyncIterable<OwnerRow[]>) {
  for await (const fatia of fatias) {
    yield fatia.map((dono) => [...CHAVES.map((chave) => cellOf(dono, chave)), dono.veiculos]);
  }
}

export const exportacaoProprietariosRoutes =
  ({ db }: { db: Banco }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/proprietarios/exportar',
      {
        schema: {
          tags: ['Proprietários'],
          summary: 'Exporta os proprietários de uma lista ou de uma pesquisa',
          description: FILE_RESPONSE,
          querystring: ExportacaoProprietarios,
        },
      },
      (request, reply) => {
        const { formato, ...filtros } = request.query;
        return sendExport(
          { db, request, reply },
          {
            ...{ nome: 'proprietarios', titulo: 'Proprietários', entidade: 'proprietario' },
            ...{ colunas: COLUNAS, formato, filtros },
            async read() {
              const { total, fatias } = await readForFile(db, filtros);
              return { total, exata: filtros.q === undefined, fatias: toRows(fatias) };
            },
          },
        );
      },
    );
  };
