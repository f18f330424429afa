import { queryOptions } from '@tanstack/react-query';
import { Painel } from '@unipark/contract/painel';
import { api } from '../lib/wire/http.ts';

/** The four counters of /home, renewed every minute while it is open. */
export const painelQuery = queryOptions({
  queryKey: ['painel'],
  queryFn: async ({ signal }) => (await api('GET', '/api/painel', { schema: Painel, signal })).data,
  refetchInterval: 60_000,
});
