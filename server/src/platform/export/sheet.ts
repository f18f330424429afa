/** A list as a file: its columns, and its rows in slices. */
import { formatDiaIso, formatHora } from '@unipark/contract/horaLocal';

/** Empty without a value. */
export type CellValue = string | number | null;

export interface SheetColumn {
  rotulo: string;
  /** Width in characters, in a spreadsheet; on paper the column has at least the half of it. */
  largura: number;
  /** Its texts are instants (ISO 8601): shown as day and hour of Brasília. */
  instante?: true;
}

export interface Sheet {
  titulo: string;
  /** The filter of the list in words; '' without one. */
  filtro: string;
  gerado: Date;
  colunas: SheetColumn[];
}

/** Writes a file piece by piece, as its reader takes them. */
export type SheetWriter = (
  sheet: Sheet,
  fatias: AsyncIterable<CellValue[][]>,
) => AsyncIterable<string | Uint8Array>;

/** '23/11/2026 14:05', in Brasília. */
export const formatInstante = (instante: Date): string =>
  `${formatDiaIso(instante).split('-').reverse().join('/')} ${formatHora(instante)}`;

/** A cell as people read it. */
export function formatCell(valor: CellValue, { instante }: SheetColumn): string {
  if (valor === null) return '';
  return instante ? formatInstante(new Date(valor)) : String(valor);
}

/** What the description of the API says of such an answer. */
export const FILE_RESPONSE =
  'Um arquivo com todas as linhas: xlsx, csv (UTF-8 com BOM, separado por ponto e vírgula) ou pdf (até 5.000 linhas)';
