/** A row of a file, in any format. */

/** Why a cell has no usable value. */
export type CellMark = 'formula' | 'erro' | 'numero' | 'sobra';

export interface FileRow {
  /** The line of the file, or the row of the sheet. */
  linha: number;
  celulas: string[];
  marcas: Record<number, CellMark>;
}

/** Longer than any field: the rest is not kept, and the cell stays too long. */
const MAXIMO_CELULA = 1_000;

/** An exported cell that a spreadsheet would compute has an apostrophe before it. */
const PROTEGIDA = /^'(?=[=+\-@\t\r])/;
/** Excel's way to keep zeros in a CSV. */
const TEXTO_EM_FORMULA = /^="([^"]*)"$/;
const FORMULA = /^=/;
/** A long number as a spreadsheet shows it: its digits are lost. */
const CIENTIFICO = /^\d[.,]?\d*E\+\d+$/i;

/** The text of a cell and, when it has no usable value, the reason. */
export function readCell(texto: string, ehCsv: boolean): { texto: string; marca?: CellMark } {
  const curto = texto.length > MAXIMO_CELULA ? texto.slice(0, MAXIMO_CELULA) : texto;
  const sem = curto.replace(PROTEGIDA, '');
  if (CIENTIFICO.test(sem.trim())) return { texto: sem, marca: 'numero' };
  if (!ehCsv || sem !== curto) return { texto: sem };
  const dentro = TEXTO_EM_FORMULA.exec(curto)?.[1];
  if (dentro !== undefined) return { texto: dentro };
  return FORMULA.test(curto) ? { texto: curto, marca: 'formula' } : { texto: curto };
}

export const areBlank = (celulas: readonly string[]): boolean =>
  celulas.every((celula) => celula.trim() === '');

/** Whether the row says nothing, not even of a cell without a value. */
export const isBlankRow = ({ celulas, marcas }: FileRow): boolean =>
  areBlank(celulas) && Object.keys(marcas).length === 0;
