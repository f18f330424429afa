/** What reached the office by the contact form, and how the mail of this installation goes out. */
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { EstadoCorreio, MensagemRecebida } from '@unipark/contract/usuario';
import { api } from '../../lib/http.ts';
import { readPage } from '../../lib/list.ts';
import { serverSentence } from '../../lib/query.ts';

const BASE = '/api/mensagens';
const RENOVACAO = 10_000;

type Consulta = { limite: number; apos?: string; antes?: string };

export const paginaMensagens = ({ limite, apos, antes }: Consulta) =>
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

export const marcarLida = mutationOptions({
  mutationKey: ['mensagens', 'lida'],
  mutationFn: (id: number) => api('POST', `${BASE}/${id}/lida`),
  meta: {
    success: 'Mensagem marcada como lida.',
    failure: serverSentence('Erro ao marcar a mensagem.'),
    invalidates: [['mensagens']],
  },
});
