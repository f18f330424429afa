import { mutationOptions } from '@tanstack/react-query';
import { Anonimizacao } from '@unipark/contract/titular';
import { api } from '../lib/wire/http.ts';
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

/** What anonymising changes on other screens. */
export const MOSTRAM_TITULAR = ['proprietarios', 'veiculos', 'passagens', 'auditoria', 'painel'];

/** Anonymises an owner for good; the matrícula was typed once more. */
export const anonimizarTitular = mutationOptions({
  mutationFn: async ({ matricula, confirmacao }: { matricula: string; confirmacao: string }) =>
    (
      await api('POST', pathOf(matricula, 'anonimizar'), {
        body: { confirmacao },
        schema: Anonimizacao,
        timeout: null,
      })
    ).data,
  meta: {
    success: ({ terminada }: Anonimizacao) =>
      terminada
        ? 'Titular anonimizado.'
        : 'Titular anonimizado. O histórico dele ainda está sendo apagado.',
    failure: serverSentence('Erro ao anonimizar o titular.'),
  },
});
