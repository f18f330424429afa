import { queryOptions } from '@tanstack/react-query';
import { EntradasPorHora, Painel } from '@unipark/contract/painel';
import { api } from '../lib/wire/http.ts';

const MINUTE = 60_000;

/** The counters of /home, renewed every minute while it is open. */
export const painelQuery = queryOptions({
  queryKey: ['painel'],
  queryFn: async ({ signal }) => (await api('GET', '/api/painel', { schema: Painel, signal })).data,
  refetchInterval: MINUTE,
});

export const entradasQuery = queryOptions({
  queryKey: ['painel', 'entradas'],
  queryFn: async ({ signal }) =>
    (await api('GET', '/api/painel/entradas', { schema: EntradasPorHora, signal })).data,
  refetchInterval: MINUTE,
});
