import { mutationOptions } from '@tanstack/react-query';
import { FORMATOS_EXPORTACAO, type FormatoExportacao } from '@unipark/contract/planilha';
import type { FileProgress } from '../wire/download.ts';
import { serverSentence } from '../wire/query.ts';
import type { ListState } from './urlState.ts';

export const FORMATS = Object.entries(FORMATOS_EXPORTACAO) as [FormatoExportacao, string][];
export type ExportFormat = FormatoExportacao;

type ExportRequest = {
  /** The address of the list's files. */
  path: string;
  /** The list on screen: its term, filters and order. */
  state: ListState;
  formato: ExportFormat;
  signal: AbortSignal;
  onProgress: (progress: FileProgress) => void;
};

/** Saves a whole list as a file and answers its name; undefined when the person cancelled. */
export const exportList = mutationOptions({
  mutationFn: async ({ path, state, formato, ...options }: ExportRequest) => {
    const { q, ordem, filtros } = state;
    try {
      const { fetchFile, saveFile } = await import('../wire/download.ts');
      const file = await fetchFile(path, { query: { formato, q, ordem, ...filtros }, ...options });
      saveFile(file, file.name);
      return file.name;
    } catch (error) {
      if (options.signal.aborted) return undefined;
      throw error;
    }
  },
  meta: {
    success: (name: string | undefined) => name && `Arquivo exportado: ${name}`,
    failure: serverSentence('Erro ao exportar a lista.'),
  },
});
