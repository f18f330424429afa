/** The preview: every row judged by the register of now. Nothing is written into the register. */
import { CAMPOS_IMPORTACAO, type TipoImportacao } from '@unipark/contract/importacao';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import type { ImportTarget } from './alvos/alvo.ts';
import { keepGemeasProibidas, keepTransferidos } from './alvos/veiculos.ts';
import type { ColumnState } from './colunas.ts';
import type { ImportWork } from './fila.ts';
import { type JudgeRules, judgeLines } from './julgamento.ts';
import type { ImportLine } from './linhasRepo.ts';
import * as linhasRepo from './linhasRepo.ts';
import type { ImportRow } from './repo.ts';

/** Rows of one transaction. */
const LOTE = 200;

export type ImportTargets = Record<TipoImportacao, ImportTarget>;

function targetOf(alvos: ImportTargets, { tipo, parte }: ImportRow): ImportTarget {
  if (parte === null || tipo !== 'veiculos') return alvos[tipo];
  return parte === 'ausentes' ? keepTransferidos(alvos[tipo]) : keepGemeasProibidas(alvos[tipo]);
}

export const rulesOf = (alvos: ImportTargets, row: ImportRow): JudgeRules => ({
  alvo: targetOf(alvos, row),
  colunas: JSON.parse(row.colunas) as ColumnState[],
  apagarVazias: row.apagar_vazias === 1,
  obrigatorios: CAMPOS_IMPORTACAO[row.tipo].flatMap(({ campo, obrigatorio }) =>
    obrigatorio ? campo : [],
  ),
});

/** Judges every row, in slices. */
export const previewLinhas =
  (alvos: ImportTargets) =>
  async (_db: Banco, { row, step }: ImportWork): Promise<void> => {
    const { id } = row;
    for (let acabou = false; !acabou; ) {
      await step(async (trx, atual) => {
        const linhas = await linhasRepo.listAfter(trx, id, atual.ponto, LOTE);
        const ultima = linhas.at(-1);
        if (!ultima) {
          acabou = true;
          const contagem = await linhasRepo.countByVerdict(trx, id);
          return { fase: 'previa', contagem: JSON.stringify(contagem) };
        }
        const julgadas = await judgeLines(trx, rulesOf(alvos, atual), linhas, (chaves) =>
          linhasRepo.findFirsts(trx, id, chaves, atual.ponto),
        );
        await linhasRepo.saveJudged(
          trx,
          julgadas.map(({ linha }) => linha),
        );
        return { ponto: ultima.linha, feitos: atual.feitos + linhas.length };
      });
    }
  };

/** Most rows with one key that a correction judges again. */
const REJULGADAS = 500;

/** The rows with these keys, each judged with the ones before it in the file. */
async function judgeAgain(
  trx: Transacao,
  alvos: ImportTargets,
  row: ImportRow,
  linhas: ImportLine[],
): Promise<void> {
  const julgadas = await judgeLines(trx, rulesOf(alvos, row), linhas, async (chaves) => {
    const primeira = linhas[0]?.linha ?? 0;
    return linhasRepo.findFirsts(trx, row.id, chaves, primeira - 1);
  });
  await linhasRepo.saveJudged(
    trx,
    julgadas.map(({ linha }) => linha),
  );
}

/**
 * Writes new texts into cells of a row, and judges it and the rows that had or have its key again.
 */
export async function correctLinha(
  trx: Transacao,
  alvos: ImportTargets,
  row: ImportRow,
  linha: ImportLine,
  novas: Record<string, string>,
): Promise<void> {
  const celulas: string[] = JSON.parse(linha.celulas);
  const originais: Record<string, string> = linha.originais ? JSON.parse(linha.originais) : {};
  const marcas: Record<string, string> = linha.marcas ? JSON.parse(linha.marcas) : {};
  for (const [coluna, texto] of Object.entries(novas)) {
    const antes = celulas[Number(coluna)];
    if (antes === undefined || antes === texto) continue;
    originais[coluna] ??= antes;
    if (originais[coluna] === texto) delete originais[coluna];
    delete marcas[coluna];
    celulas[Number(coluna)] = texto;
  }
  const orNull = (valor: object) => (Object.keys(valor).length > 0 ? JSON.stringify(valor) : null);
  const corrigida = {
    celulas: JSON.stringify(celulas),
    originais: orNull(originais),
    marcas: orNull(marcas),
  };
  const regras = rulesOf(alvos, row);
  const coluna = regras.colunas.findIndex(({ campo }) => campo === regras.alvo.chave);
  const chave = regras.alvo.readKey(celulas[coluna] ?? '') ?? null;
  await linhasRepo.updateLine(trx, linha, { ...corrigida, chave });
  const chaves = [...new Set([linha.chave, chave])].filter((dela) => dela !== null);
  const parentes = await linhasRepo.listByKey(trx, row.id, chaves);
  const outras = parentes.filter((dela) => dela.linha !== linha.linha).slice(0, REJULGADAS);
  const todas = [...outras, { ...linha, ...corrigida, chave }].sort((a, b) => a.linha - b.linha);
  await judgeAgain(trx, alvos, row, todas);
}
