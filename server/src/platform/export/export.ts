/** Sends a whole list as a file, and audits it with the number of its rows. */

import type { EntidadeAuditoria } from '@unipark/contract/auditoria';
import { describeFiltros } from '@unipark/contract/filtros';
import { formatDiaIso } from '@unipark/contract/horaLocal';
import { type FormatoExportacao, LINHAS_PDF } from '@unipark/contract/planilha';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { audit, getAutor } from '../audit.ts';
import { nowDate } from '../clock.ts';
import { type Banco, inEssential } from '../db/banco.ts';
import { breathe } from '../db/slices.ts';
import { Problem } from '../errors.ts';
import { createTurns } from '../gates.ts';
import { sendStream, totalHeaders } from '../http/lists.ts';
import type { CellValue, SheetColumn, SheetWriter } from './sheet.ts';

const VAGAS = 2;

/** An export of an account begins; answers the function that ends it. @throws {Problem} 429 */
export const takeExportTurn = createTurns(
  VAGAS,
  () =>
    new Problem(
      429,
      'muitas-exportacoes',
      `Você já tem ${VAGAS} exportações em andamento. Aguarde uma delas terminar.`,
      { headers: { 'Retry-After': '10' } },
    ),
);

const tooLongForPdf = (): Problem =>
  new Problem(
    422,
    'pdf-longo',
    `O PDF tem no máximo ${LINHAS_PDF.toLocaleString('pt-BR')} linhas, e esta lista tem mais. Use um filtro ou exporte em Excel (.xlsx).`,
  );

/** Loaded at the first export: an idle server does not hold them. */
const FORMATOS: Record<FormatoExportacao, { tipo: string; load: () => Promise<SheetWriter> }> = {
  xlsx: {
    tipo: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    load: async () => (await import('./xlsx.ts')).writeXlsx,
  },
  csv: {
    tipo: 'text/csv; charset=utf-8',
    load: async () => (await import('./csv.ts')).writeCsv,
  },
  pdf: {
    tipo: 'application/pdf',
    load: async () => (await import('./pdf.ts')).writePdf,
  },
};

export interface ExportedRows {
  total: number;
  /** false: `total` may be the limit of counts. */
  exata?: boolean;
  fatias: AsyncIterable<CellValue[][]>;
}

export interface ExportedList {
  /** The name of its file, without the day. */
  nome: string;
  titulo: string;
  /** Its records in the audit. */
  entidade: EntidadeAuditoria;
  colunas: SheetColumn[];
  formato: FormatoExportacao;
  filtros: Record<string, string | undefined>;
  read(): Promise<ExportedRows>;
}

/** The rows as they are read; one row of the audit is written before the last of them is given away. */
async function* audited(
  db: Banco,
  request: FastifyRequest,
  { entidade, formato, filtros }: ExportedList,
  fatias: ExportedRows['fatias'],
  touch: () => void,
): AsyncGenerator<CellValue[][]> {
  let linhas = 0;
  let escrita = false;
  const write = (completa: boolean) => {
    escrita = true;
    const detalhe = { filtro: filtros, formato, linhas, completa };
    return inEssential(db, (trx) =>
      audit(trx, getAutor(request), { acao: 'exportar', entidade, chave: '', detalhe }),
    );
  };
  try {
    for await (const fatia of fatias) {
      linhas += fatia.length;
      touch();
      yield fatia;
    }
    await write(true);
  } finally {
    // The reader left, or the database failed: what was given away until then.
    if (!escrita) await write(false).catch((error) => request.log.error(error));
  }
}

/**
 * Sends a list as a file. A failure midway breaks the connection.
 * @throws {Problem} 429 while the account has two others, 422 for a PDF of too many rows
 */
export async function sendExport(
  { db, request, reply }: { db: Banco; request: FastifyRequest; reply: FastifyReply },
  lista: ExportedList,
): Promise<FastifyReply> {
  const leave = takeExportTurn(request.conta?.id ?? '');
  try {
    const { nome, titulo, colunas, formato, filtros } = lista;
    const { total, exata, fatias } = await lista.read();
    if (formato === 'pdf' && total > LINHAS_PDF) throw tooLongForPdf();
    const write = await FORMATOS[formato].load();
    const gerado = nowDate();
    const palavras = new URLSearchParams();
    for (const [chave, valor = ''] of Object.entries(filtros)) palavras.set(chave, valor);
    totalHeaders(reply, total, exata);
    reply.type(FORMATOS[formato].tipo);
    const arquivo = `${nome}-${formatDiaIso(gerado)}.${formato}`;
    reply.header('Content-Disposition', `attachment; filename="${arquivo}"`);
    const sheet = { titulo, filtro: describeFiltros(palavras), gerado, colunas };
    return sendStream(
      reply,
      async function* (touch) {
        const linhas = audited(db, request, lista, fatias, touch);
        for await (const pedaco of write(sheet, linhas)) {
          touch();
          yield pedaco;
          await breathe();
        }
      },
      leave,
    );
  } catch (error) {
    leave();
    throw error;
  }
}
