import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type PedidoRelatorio, RelatorioPassagens } from '@unipark/contract/relatorio';
import { api } from '../lib/wire/http.ts';
import { serverSentence } from '../lib/wire/query.ts';

export const relatorioQuery = (pedido: PedidoRelatorio) =>
  queryOptions({
    queryKey: ['relatorios', 'passagens', pedido],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (
        await api('GET', '/api/relatorios/passagens', {
          query: pedido,
          signal,
          schema: RelatorioPassagens,
        })
      ).data,
    meta: { failure: serverSentence('Erro ao buscar o relatório.') },
  });
