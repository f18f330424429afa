/**
 * The rows become records, in short transactions: each has its records, their audit rows, and what
 * became of each row, so that a restart continues without doubles. A row is judged again by the
 * register of that moment, and only what the preview showed is written.
 */
import type { FeitosImportacao } from '@unipark/contract/importacao';
import { type Autor, audit } from '../platform/audit.ts';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import type { ImportRecord, StoredRecord } from './alvos/alvo.ts';
import { type ImportTargets, rulesOf } from './conferencia.ts';
import type { ImportWork } from './fila.ts';
import { judgeLines } from './julgamento.ts';
import type { ImportLine } from './linhasRepo.ts';
import * as linhasRepo from './linhasRepo.ts';
import type { ImportRow } from './repo.ts';

/** Rows of one transaction: others' requests wait for at most one. */
const LOTE = 100;

/** In the history of a vehicle whose owner left. */
const ENCERRADO = 'vínculo encerrado';

const MUDOU = 'O cadastro mudou depois da prévia. Importe esta linha de novo.';

const CONTADAS = {
  criada: 'criadas',
  alterada: 'alteradas',
  igual: 'iguais',
  ignorada: 'ignoradas',
  recusada: 'recusadas',
} as const;

const VAZIO = { motivo: null, anterior: null, versao: null, criado_em: null };

type LineOutcome = Pick<ImportLine, 'feito'> &
  Partial<Pick<ImportLine, 'motivo' | 'anterior' | 'versao' | 'criado_em'>>;

const sentencesOf = ({ erros }: ImportLine): string =>
  Object.values(JSON.parse(erros ?? '{}') as Record<string, string>).join(' ');

interface BatchDeps {
  alvos: ImportTargets;
  autor: Autor;
  row: ImportRow;
}

interface JudgedWrite {
  linha: ImportLine;
  antes?: StoredRecord | undefined;
  depois?: ImportRecord | undefined;
}

/** What becomes of a row that was judged again; records to create are collected in `novos`. */
function decide(
  vista: ImportLine,
  { linha, antes, depois }: JudgedWrite,
): LineOutcome | 'cria' | 'altera' {
  if (linha.veredito === 'erro') return { feito: 'recusada', motivo: sentencesOf(linha) };
  if (linha.veredito === 'igual') return { feito: 'igual' };
  const mesma = linha.veredito === vista.veredito && linha.mudancas === vista.mudancas;
  if (!mesma || !depois) return { feito: 'recusada', motivo: MUDOU };
  return antes ? 'altera' : 'cria';
}

async function writeLines(
  trx: Transacao,
  { alvos, autor, row }: BatchDeps,
  linhas: ImportLine[],
): Promise<Map<number, LineOutcome>> {
  const alvo = alvos[row.tipo];
  const vistas = new Map(linhas.map((linha) => [linha.linha, linha]));
  const julgadas = await judgeLines(trx, rulesOf(alvos, row), linhas, async () => new Map());
  const fins = new Map<number, LineOutcome>();
  const novos = new Map<number, ImportRecord>();
  for (const julgada of julgadas) {
    const { linha, antes, depois } = julgada;
    const fim = decide(vistas.get(linha.linha) ?? linha, julgada);
    if (typeof fim === 'object') fins.set(linha.linha, fim);
    else if (depois) {
      const { versao } = depois;
      if (!antes) {
        novos.set(linha.linha, depois);
        continue;
      }
      const motivo = row.parte === 'ausentes' ? ENCERRADO : undefined;
      await alvo.change(trx, autor, { antes, depois, motivo });
      const { criado_em, ...anterior } = antes;
      fins.set(linha.linha, {
        ...{ feito: 'alterada', versao, criado_em },
        anterior: JSON.stringify(anterior),
      });
    }
  }
  if (novos.size > 0) {
    const criado_em = await alvo.createMany(trx, autor, [...novos.values()]);
    for (const [linha, { versao }] of novos)
      fins.set(linha, { feito: 'criada', versao, criado_em });
  }
  return fins;
}

/** Without the register: errors of the preview, what is equal, and what is to be ignored. */
function settle(linha: ImportLine, { existentes }: ImportRow): LineOutcome | undefined {
  if (linha.veredito === 'erro') return { feito: 'recusada', motivo: sentencesOf(linha) };
  if (linha.veredito === 'igual') return { feito: 'igual' };
  if (linha.veredito === 'altera' && existentes === 'ignorar') return { feito: 'ignorada' };
  return undefined;
}

async function writeBatch(trx: Transacao, deps: BatchDeps, linhas: ImportLine[]) {
  const { row } = deps;
  const feitas: FeitosImportacao = JSON.parse(row.resultado);
  const aGravar = linhas.filter((linha) => settle(linha, row) === undefined);
  const gravadas = await writeLines(trx, deps, aGravar);
  const prontas = linhas.map((linha): ImportLine => {
    const fim = settle(linha, row) ?? gravadas.get(linha.linha) ?? { feito: 'recusada' as const };
    if (fim.feito && fim.feito in CONTADAS)
      feitas[CONTADAS[fim.feito as keyof typeof CONTADAS]] += 1;
    return { ...linha, ...VAZIO, ...fim };
  });
  await linhasRepo.saveDone(trx, prontas);
  return {
    ponto: linhas.at(-1)?.linha ?? row.ponto,
    feitos: row.feitos + linhas.length,
    resultado: JSON.stringify(feitas),
  };
}

/** Writes every row, in slices; then the import is done. */
export const writeImportacao =
  (alvos: ImportTargets) =>
  async (_db: Banco, { autor, row: { id }, step }: ImportWork): Promise<void> => {
    for (let acabou = false; !acabou; ) {
      await step(async (trx, row) => {
        const linhas = await linhasRepo.listAfter(trx, id, row.ponto, LOTE);
        if (linhas.length > 0) return writeBatch(trx, { alvos, autor, row }, linhas);
        acabou = true;
        const { nome, tipo, resultado } = row;
        await audit(trx, autor, {
          acao: 'concluir',
          entidade: 'importacao',
          chave: String(id),
          detalhe: { nome, tipo, ...JSON.parse(resultado) },
        });
        return { fase: 'concluida' };
      });
    }
  };
