/** The history of passages as a file. */
import { ExportacaoPassagens } from '@unipark/contract/exportacao';
import { CAMPOS_PASSAGEM } from '@unipark/contract/listaPassagens';
import {
  formatCamera,
  formatStatus,
  type Passagem,
  ROTULOS_SENTIDO,
} from '@unipark/contract/passagem';
import { formatPlaca } from '@unipark/contract/placa';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Banco } from '../../platform/db/banco.ts';
import { sendExport } from '../../platform/export/export.ts';
import { type CellValue, FILE_RESPONSE, type SheetColumn } from '../../platform/export/sheet.ts';
import { getPassagens } from './detalhesRepo.ts';
import { readIds } from './historicoRepo.ts';

type FactKey = keyof typeof CAMPOS_PASSAGEM;

/** How each fact of a passage stands in its cell. */
const FATOS: Record<FactKey, { largura: number; cell: (passagem: Passagem) => CellValue }> = {
  instante: { largura: 17, cell: ({ instante }) => instante },
  placa: { largura: 11, cell: ({ placa }) => formatPlaca(placa) },
  status: { largura: 15, cell: ({ status }) => formatStatus(status) },
  modelo: { largura: 26, cell: ({ modelo }) => modelo },
  proprietario: { largura: 28, cell: ({ proprietario }) => proprietario?.nome ?? null },
  matricula: { largura: 14, cell: ({ proprietario }) => proprietario?.matricula ?? null },
  camera: { largura: 18, cell: ({ camera }) => camera && formatCamera(camera) },
  sentido: { largura: 10, cell: ({ sentido }) => sentido && ROTULOS_SENTIDO[sentido] },
  placa_lida: { largura: 12, cell: ({ placa_lida }) => placa_lida },
  marcas: {
    largura: 18,
    cell: ({ teste, atrasada, correcao }) =>
      [teste && 'Teste', atrasada && 'Atrasada', correcao && 'Corrigida']
        .filter(Boolean)
        .join(', '),
  },
};
const CHAVES = Object.keys(CAMPOS_PASSAGEM) as FactKey[];

/** The columns of a file of passages. */
export const COLUNAS_PASSAGENS = CHAVES.map(
  (chave): SheetColumn => ({
    rotulo: CAMPOS_PASSAGEM[chave],
    largura: FATOS[chave].largura,
    ...(chave === 'instante' && { instante: true }),
  }),
);

/** The cells of a passage, in the order of the columns. */
export const toPassagemCells = (passagem: Passagem): CellValue[] =>
  CHAVES.map((chave) => FATOS[chave].cell(passagem));

async function* toRows(db: Banco, fatias: AsyncIterable<number[]>) {
  for await (const ids of fatias) {
    const passagens = await getPassagens(db, ids);
    yield passagens.map(toPassagemCells);
  }
}

export const exportacaoPassagensRoutes =
  ({ db, dentroHora }: { db: Banco; dentroHora: string }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/passagens/exportar',
      {
        schema: {
          tags: ['Passagens'],
          summary: 'Exporta as passagens de uma pesquisa',
          description: FILE_RESPONSE,
          querystring: ExportacaoPassagens,
        },
      },
      (request, reply) => {
        const { formato, ...filtros } = request.query;
        return sendExport(
          { db, request, reply },
          {
            ...{ nome: 'passagens', titulo: 'Passagens', entidade: 'passagem' },
            ...{ colunas: COLUNAS_PASSAGENS, formato, filtros },
            async read() {
              const { total, fatias } = await readIds(db, { ...filtros, dentroHora });
              return { total, fatias: toRows(db, fatias) };
            },
          },
        );
      },
    );
  };
