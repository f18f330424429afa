import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { AtoAuditado, EstadoAuditoria } from '@unipark/contract/auditoria';
import { Usuario } from '@unipark/contract/usuario';
import { api } from '../lib/wire/http.ts';
import { readPage } from '../lib/wire/list.ts';
import type { listQuery } from '../lib/wire/listQuery.ts';
import { serverSentence } from '../lib/wire/query.ts';

const BASE = '/api/auditoria';
const CONFERENCIA = `${BASE}/conferencia`;
const CHAVE = ['auditoria'];
const RENOVACAO = 1_000;
const POR_PAGINA = 200;
/** The most that the filter of people offers. */
const PESSOAS = 2_000;

/** The term of the search is the key of a record. */
export const atosQuery = ({ q, ...consulta }: ReturnType<typeof listQuery>) =>
  queryOptions({
    queryKey: [...CHAVE, 'pagina', { ...consulta, chave: q }],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      readPage(
        await api('GET', BASE, { query: { ...consulta, chave: q }, signal }),
        AtoAuditado,
        'id',
      ),
    meta: { failure: serverSentence('Erro ao buscar a auditoria.') },
  });

/** The accounts by which the list is filtered. */
export const pessoasQuery = queryOptions({
  queryKey: [...CHAVE, 'pessoas'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const pessoas: Usuario[] = [];
    let apos: string | undefined;
    do {
      const query = { limite: POR_PAGINA, apos };
      const pagina = readPage(await api('GET', '/api/usuarios', { query, signal }), Usuario, 'id');
      pessoas.push(...pagina.items);
      apos = pagina.next;
    } while (apos && pessoas.length < PESSOAS);
    return pessoas;
  },
});

/** The check of the chain; polled only while it runs. */
export const conferenciaQuery = queryOptions({
  queryKey: [...CHAVE, 'conferencia'],
  queryFn: async ({ signal }) =>
    (await api('GET', CONFERENCIA, { signal, schema: EstadoAuditoria })).data,
  refetchInterval: ({ state }) => (state.data?.conferindo ? RENOVACAO : false),
});

export const beginConferencia = mutationOptions({
  mutationKey: [...CHAVE, 'conferir'],
  mutationFn: () => api('POST', CONFERENCIA),
  meta: {
    failure: serverSentence('Erro ao conferir a auditoria.'),
    invalidates: [[...CHAVE, 'conferencia']],
  },
});
