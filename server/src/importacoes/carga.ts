/** The file becomes rows of the database, in small transactions; then it is deleted. */
import { LINHAS_IMPORTACAO } from '@unipark/contract/importacao';
import type { Banco } from '../platform/db/banco.ts';
import {
  type ColumnState,
  createColumnStats,
  hashTitulos,
  listMissing,
  matchCampos,
  readTitulos,
} from './colunas.ts';
import type { ImportWork } from './fila.ts';
import { readArquivo } from './formatos/arquivo.ts';
import { areBlank, type FileRow, isBlankRow } from './formatos/linha.ts';
import { refusedArquivo } from './formatos/recusa.ts';
import { insertLines } from './linhasRepo.ts';
import * as repo from './repo.ts';

/** Rows of one transaction: about 5 ms of SQLite. */
const LOTE = 200;

const formatTotal = (total: number): string => total.toLocaleString('pt-BR');

type NewLine = Parameters<typeof insertLines>[1][number];

function toLine(importacao: number, colunas: number, { linha, celulas, marcas }: FileRow): NewLine {
  const resto = areBlank(celulas.slice(colunas)) ? marcas : { ...marcas, 0: 'sobra' as const };
  const textos = Array.from({ length: colunas }, (_, i) => celulas[i] ?? '');
  const marcada = Object.keys(resto).length > 0;
  return {
    importacao,
    linha,
    celulas: JSON.stringify(textos),
    marcas: marcada ? JSON.stringify(resto) : null,
  };
}

/** The fields of the columns: as the person chose for these headings before, else by their names. */
async function chooseCampos(db: Banco, { row }: ImportWork, colunas: ColumnState[]) {
  const titulos = hashTitulos(colunas);
  const { conta, tipo } = row;
  const escolha = conta === null ? undefined : await repo.findChoice(db, { conta, tipo, titulos });
  const nomes = colunas.map(({ titulo }) => titulo);
  const campos = escolha ?? matchCampos(tipo, nomes);
  return colunas.map((coluna, i) => ({ ...coluna, campo: campos[i] ?? null }));
}

/** Reads the whole file. @throws a sentence for a file that cannot be imported */
export async function loadArquivo(db: Banco, work: ImportWork): Promise<void> {
  const { id, tipo } = work.row;
  // A process that ended may have read a part.
  await repo.removeLinhas(db, id);
  let colunas: ColumnState[] | undefined;
  let medidas: ReturnType<typeof createColumnStats> | undefined;
  let total = 0;
  let lote: NewLine[] = [];
  async function flush(): Promise<void> {
    total += lote.length;
    if (total > LINHAS_IMPORTACAO) {
      const limite = formatTotal(LINHAS_IMPORTACAO);
      throw refusedArquivo(`O arquivo tem mais de ${limite} linhas. Divida em arquivos menores.`);
    }
    const linhas = lote;
    lote = [];
    await work.step(async (trx) => {
      await insertLines(trx, linhas);
      return { feitos: total };
    });
  }
  const isTitulos = (celulas: string[]): boolean =>
    listMissing(tipo, matchCampos(tipo, celulas)).length === 0;
  for await (const linhas of readArquivo(() => repo.readPedacos(db, id), isTitulos)) {
    work.sinal.throwIfAborted();
    for (const linha of linhas) {
      if (isBlankRow(linha)) continue;
      if (!colunas) {
        colunas = readTitulos(linha.celulas);
        medidas = createColumnStats(colunas);
        continue;
      }
      medidas?.add(linha.celulas);
      lote.push(toLine(id, colunas.length, linha));
      if (lote.length === LOTE) await flush();
    }
  }
  if (lote.length > 0) await flush();
  if (!colunas) throw refusedArquivo('O arquivo está vazio.');
  if (total === 0)
    throw refusedArquivo('O arquivo só tem o cabeçalho: não há linhas para importar.');
  const prontas = await chooseCampos(db, work, medidas?.finish() ?? colunas);
  await work.step(async () => ({
    fase: 'colunas',
    linhas: total,
    feitos: total,
    colunas: JSON.stringify(prontas),
  }));
  await repo.removePedacos(db, id);
}
