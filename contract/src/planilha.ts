/** Lists as files: the formats, the length of a PDF, and text that a spreadsheet would run. */

export const FORMATOS_EXPORTACAO = { xlsx: 'Excel (.xlsx)', csv: 'CSV', pdf: 'PDF' } as const;
export type FormatoExportacao = keyof typeof FORMATOS_EXPORTACAO;

/** The most rows of a PDF: it is for reading and printing. */
export const LINHAS_PDF = 5_000;

/** A spreadsheet takes a cell that begins so for a formula, or drops the character and looks again. */
const FORMULA = /^[=+\-@\t\r\0]/;

/** The text as a cell of a CSV file: with a leading apostrophe when it would be a formula. */
export const guardCelula = (texto: string): string => (FORMULA.test(texto) ? `'${texto}` : texto);
