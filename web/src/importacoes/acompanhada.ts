/** Where a tab keeps the number of the import whose page was left. Read by the shell at its start. */
export const CHAVE_ACOMPANHADA = 'unipark.importacao';
