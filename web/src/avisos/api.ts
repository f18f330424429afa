import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { Aparelho, EstadoAvisos, type Silencio } from '@unipark/contract/aviso';
import * as z from 'zod/mini';
import { api } from '../lib/wire/http.ts';
import { serverSentence } from '../lib/wire/query.ts';
import { findAparelhoId, joinAvisos, leaveAvisos, rememberSilencio } from './assinatura.ts';

const APARELHOS = '/api/avisos/aparelhos';

export const estadoAvisosQuery = queryOptions({
  queryKey: ['avisos', 'estado'],
  queryFn: async ({ signal }) =>
    (await api('GET', '/api/avisos', { schema: EstadoAvisos, signal })).data,
});

/** The person's devices, and which of them is this browser. */
export const aparelhosQuery = queryOptions({
  queryKey: ['avisos', 'aparelhos'],
  queryFn: async ({ signal }) => {
    const { data } = await api('GET', APARELHOS, { schema: z.array(Aparelho), signal });
    const id = await findAparelhoId();
    return {
      este: data.find((aparelho) => aparelho.id === id),
      outros: data.filter((aparelho) => aparelho.id !== id),
    };
  },
});

export const toggleAvisos = mutationOptions({
  mutationKey: ['avisos', 'ligar'],
  mutationFn: async (ligado: boolean) =>
    (await api('PUT', '/api/avisos', { body: { ligado }, schema: EstadoAvisos })).data,
  meta: {
    success: ({ ligado }: EstadoAvisos) =>
      ligado ? 'Avisos em aparelhos ativados.' : 'Avisos em aparelhos desativados.',
    failure: serverSentence('Erro ao alterar os avisos.'),
    invalidates: [['avisos']],
  },
});

export const joinAparelho = mutationOptions({
  mutationKey: ['avisos', 'entrar'],
  mutationFn: joinAvisos,
  meta: {
    success: (aceitou: boolean) => (aceitou ? 'Alertas ativados neste aparelho.' : undefined),
    failure: serverSentence('Não foi possível ativar os alertas neste navegador.'),
    invalidates: [['avisos', 'aparelhos']],
  },
});

export const leaveAparelho = mutationOptions({
  mutationKey: ['avisos', 'sair'],
  mutationFn: leaveAvisos,
  meta: {
    success: 'Alertas desativados neste aparelho.',
    failure: serverSentence('Erro ao desativar os alertas.'),
    invalidates: [['avisos', 'aparelhos']],
  },
});

export const removeAparelho = mutationOptions({
  mutationKey: ['avisos', 'remover'],
  mutationFn: (id: string) => api('DELETE', `${APARELHOS}/${id}`),
  meta: {
    success: 'Aparelho removido.',
    failure: serverSentence('Erro ao remover o aparelho.'),
    invalidates: [['avisos', 'aparelhos']],
  },
});

export const changeSilencio = mutationOptions({
  mutationKey: ['avisos', 'silencio'],
  // One after the other: the last one typed is the one that stays.
  scope: { id: 'silencio' },
  mutationFn: async ({ id, silencio }: { id: string; silencio: Silencio | null }) => {
    await api('PUT', `${APARELHOS}/${id}`, { body: { silencio } });
    rememberSilencio(silencio);
  },
  meta: {
    success: 'Horário sem avisos alterado.',
    failure: serverSentence('Erro ao alterar o horário.'),
    invalidates: [['avisos', 'aparelhos']],
  },
});
