import { queryOptions } from '@tanstack/react-query';
import { Cidade } from '@unipark/contract/cidade';
import { foldText } from '@unipark/contract/texto';
import { api } from '../lib/wire/http.ts';
import { type Option, readOptions } from '../lib/wire/list.ts';

/** 'lavras' chooses Lavras before Lavras da Mangabeira. */
const exactFirst = (q: string, opcoes: Option<Cidade>[]): Option<Cidade>[] => {
  const nome = foldText(q.trim());
  const isExata = ({ value }: Option<Cidade>) => foldText(value.nome) === nome;
  return [...opcoes.filter(isExata), ...opcoes.filter((opcao) => !isExata(opcao))];
};

export const cidadesQuery = (q: string) =>
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
