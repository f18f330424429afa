import { queryOptions } from '@tanstack/react-query';
import { Cidade } from '@unipark/contract/cidade';
import { api } from '../lib/http.ts';
import { readOptions } from '../lib/list.ts';

/** Cities by name or state; the form asks from two characters on. */
export const buscaCidades = (q: string) =>
  queryOptions({
    queryKey: ['cidades', 'busca', q],
    staleTime: 60 * 60_000,
    retry: false,
    queryFn: async ({ signal }) =>
      readOptions((await api('GET', '/db/cidades/busca', { query: { q }, signal })).data, Cidade),
    meta: { failure: 'Erro ao buscar cidades' },
  });
