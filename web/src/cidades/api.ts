import { queryOptions } from '@tanstack/react-query';
import { Cidade } from '@unipark/contract/cidade';
import { dobrar } from '@unipark/contract/texto';
import { api } from '../lib/http.ts';
import { type Option, readOptions } from '../lib/list.ts';

/** 'lavras' means Lavras before Lavras da Mangabeira. */
const exactFirst = (q: string, opcoes: Option<Cidade>[]): Option<Cidade>[] => {
  const nome = dobrar(q.trim());
  const exata = ({ value }: Option<Cidade>) => dobrar(value.nome) === nome;
  return [...opcoes.filter(exata), ...opcoes.filter((opcao) => !exata(opcao))];
};

/** Cities by name or state; the form asks from two characters on. */
export const buscaCidades = (q: string) =>
  queryOptions({
    queryKey: ['cidades', 'busca', q],
    staleTime: 60 * 60_000,
    retry: false,
    queryFn: async ({ signal }) =>
      exactFirst(
        q,
        readOptions((await api('GET', '/db/cidades/busca', { query: { q }, signal })).data, Cidade),
      ),
    meta: { failure: 'Erro ao buscar cidades' },
  });
