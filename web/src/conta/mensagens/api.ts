import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { EstadoCorreio, MensagemRecebida } from '@unipark/contract/usuario';
import { api } from '../../lib/wire/http.ts';
import { readPage } from '../../lib/wire/list.ts';
import { serverSentence } from '../../lib/wire/query.ts';

const BASE = '/api/mensagens';
const RENOVACAO = 10_000;

type MensagensQuery = { limite: number; apos?: string; antes?: string };

export const mensagensQuery = ({ limite, apos, antes }: MensagensQuery) =>
  queryOptions({
    queryKey: ['mensagens', 'pagina', { limite, apos, antes }],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      readPage(
        await api('GET', BASE, { query: { limite, apos, antes }, signal }),
        MensagemRecebida,
        'id',
      ),
    meta: { failure: 'Erro ao buscar mensagens' },
  });

export const estadoCorreioQuery = queryOptions({
  queryKey: ['mensagens', 'correio'],
  queryFn: async ({ signal }) =>
    (await api('GET', '/api/correio', { signal, schema: EstadoCorreio })).data,
  refetchInterval: RENOVACAO,
});

export const markLida = mutationOptions({
  mutationKey: ['mensagens', 'lida'],
  mutationFn: (id: number) => api('POST', `${BASE}/${id}/lida`),
  meta: {
    success: 'Mensagem marcada como lida.',
    failure: serverSentence('Erro ao marcar a mensagem.'),
    invalidates: [['mensagens']],
  },
});
