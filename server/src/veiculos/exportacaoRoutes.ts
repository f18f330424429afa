/** The list of vehicles as a file. */
import { ExportacaoVeiculos } from '@unipark/contract/exportacao';
import { formatPlaca, normalizePlaca } from '@unipark/contract/placa';
import { CAMPOS_PROPRIETARIO } from '@unipark/contract/proprietario';
import {
  CAMPOS_VEICULO,
  CHAVES_VEICULO,
  type ChaveVeiculo,
  formatCampo,
  type Veiculo,
} from '@unipark/contract/veiculo';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Banco } from '../platform/db/banco.ts';
import { chunks } from '../platform/db/chunks.ts';
import { sendExport } from '../platform/export/export.ts';
import { FILE_RESPONSE, type SheetColumn } from '../platform/export/sheet.ts';
import { readEveryHit } from './buscaRepo.ts';
import { listComplements, readEveryOne, type VeiculosQuery } from './listaRepo.ts';
import { findMany } from './loteRepo.ts';

const LARGURAS: Record<ChaveVeiculo, number> = {
  tipo: 11,
  marca: 18,
  modelo: 26,
  ano: 13,
  placa: 11,
  cor: 11,
  status: 13,
  proprietario_matricula: 14,
  cidade: 16,
  estado: 8,
  valido_ate: 11,
};

const rotuloOf = (chave: keyof typeof CAMPOS_VEICULO): string =>
  CAMPOS_VEICULO[chave].confirmacao ?? CAMPOS_VEICULO[chave].rotulo;

/** The columns of a file of vehicles. */
export const COLUNAS_VEICULOS: SheetColumn[] = [
  ...CHAVES_VEICULO.map((chave) => ({ rotulo: rotuloOf(chave), largura: LARGURAS[chave] })),
  { rotulo: rotuloOf('motivo'), largura: 22 },
  { rotulo: `${CAMPOS_PROPRIETARIO.nome.rotulo} do Proprietário`, largura: 24 },
];

const cellOf = (veiculo: Veiculo, chave: ChaveVeiculo): string | null =>
  (chave === 'placa' ? formatPlaca(veiculo.placa) : formatCampo(chave, veiculo[chave])) || null;

/** The cells of vehicles, in the order of the columns. */
export async function* toVeiculoRows(db: Banco, fatias: AsyncIterable<Veiculo[]>) {
  for await (const fatia of fatias) {
    const outros = await listComplements(
      db,
      fatia.map(({ placa }) => placa),
    );
    yield fatia.map((veiculo) => {
      const { motivo = null, nome = null } = outros.get(veiculo.placa) ?? {};
      return [...CHAVES_VEICULO.map((chave) => cellOf(veiculo, chave)), motivo, nome];
    });
  }
}

/** The chosen vehicles that are registered, in the order of the plates. */
async function* readChosen(db: Banco, placas: string[]): AsyncGenerator<Veiculo[]> {
  for (const lote of chunks(placas)) {
    const achados = await findMany(db, lote);
    yield lote.flatMap((placa) => achados.get(placa)?.veiculo ?? []);
  }
}

async function readRows(db: Banco, q: string | undefined, pedido: VeiculosQuery) {
  const { total, fatias } =
    q === undefined ? await readEveryOne(db, pedido) : await readEveryHit(db, q, pedido);
  return { total, exata: q === undefined, fatias: toVeiculoRows(db, fatias) };
}

export const exportacaoVeiculosRoutes =
  ({ db }: { db: Banco }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/veiculos/exportar',
      {
        schema: {
          tags: ['Veículos'],
          summary: 'Exporta os veículos de uma lista ou de uma pesquisa',
          description: FILE_RESPONSE,
          querystring: ExportacaoVeiculos,
        },
      },
      (request, reply) => {
        const { formato, ...filtros } = request.query;
        const { q, placas, ...pedido } = filtros;
        const escolhidas = placas?.split(',').map((placa) => normalizePlaca(placa));
        return sendExport(
          { db, request, reply },
          {
            ...{ nome: 'veiculos', titulo: 'Veículos', entidade: 'veiculo' },
            ...{ colunas: COLUNAS_VEICULOS, formato, filtros },
            read: async () =>
              escolhidas
                ? {
                    total: escolhidas.length,
                    fatias: toVeiculoRows(db, readChosen(db, escolhidas)),
                  }
                : readRows(db, q, pedido),
          },
        );
      },
    );
  };
