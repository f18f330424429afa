/** CSV as Excel in Portuguese opens it: UTF-8 with BOM, `;`, CRLF, and no cell that is a formula. */
import { guardCelula } from '@unipark/contract/planilha';
import { chunks } from '../db/chunks.ts';
import { formatCell, type SheetWriter } from './sheet.ts';

const BOM = '\uFEFF';
/** Rows written at once: the texts of more would live long enough to need a full collection. */
const LINHAS = 50;

export const writeCsv: SheetWriter = async function* ({ colunas }, fatias) {
  const { stringify } = await import('csv-stringify/sync');
  const toText = (linhas: string[][]): string =>
    // A line break of any kind is within quotes, not only that of the rows.
    stringify(linhas, { delimiter: ';', record_delimiter: 'windows', quoted_match: /[\r\n]/ });
  yield BOM + toText([colunas.map(({ rotulo }) => rotulo)]);
  for await (const fatia of fatias) {
    for (const poucas of chunks(fatia, LINHAS)) {
      const linhas = poucas.map((linha) =>
        colunas.map((coluna, i) => guardCelula(formatCell(linha[i] ?? null, coluna))),
      );
      yield toText(linhas);
    }
  }
};
