import { mutationOptions } from '@tanstack/react-query';
import { serverSentence } from '../lib/wire/query.ts';

const pathOf = (matricula: string, ato: string) =>
  `/api/proprietarios/${encodeURIComponent(matricula)}/${ato}`;

/** Saves all data of an owner as one archive, and answers its name. */
export const exportTitular = mutationOptions({
  mutationFn: async (matricula: string) => {
    const { fetchFile, saveFile } = await import('../lib/wire/download.ts');
    const file = await fetchFile(pathOf(matricula, 'dados'), {
      query: {},
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    saveFile(file, file.name);
    return file.name;
  },
  meta: {
    success: (name: string) => `Arquivo exportado: ${name}`,
    failure: serverSentence('Erro ao exportar os dados do titular.'),
    invalidates: [['auditoria']],
  },
});
