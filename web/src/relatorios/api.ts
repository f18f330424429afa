import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type PedidoRelatorio,
  RelatorioPassagens,
  RelatorioVeiculos,
} from '@unipark/contract/relatorio';
import { asApiError } from '../lib/wire/errors.ts';
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

/** The period has more passages than one report reads by vehicle. */
export const isPeriodoGrande = (error: unknown): boolean =>
  asApiError(error).codigo === 'periodo-grande';

export const relatorioVeiculosQuery = (pedido: PedidoRelatorio) =>
  queryOptions({
    queryKey: ['relatorios', 'veiculos', pedido],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (
        await api('GET', '/api/relatorios/veiculos', {
          query: pedido,
          signal,
          schema: RelatorioVeiculos,
        })
      ).data,
    // Too many passages: the panel says it.
    meta: {
      failure: (error) =>
        isPeriodoGrande(error) ? undefined : serverSentence('Erro ao contar por veículo.')(error),
    },
  });
