import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { canonica } from '@unipark/contract/placa';
import { type EdicaoVeiculo, type NovoVeiculo, Veiculo } from '@unipark/contract/veiculo';
import { ApiError, api } from '../lib/http.ts';
import { readPage } from '../lib/list.ts';
import type { NoticeAction } from '../lib/notices.ts';

/** What the list shows: the words of the URL, as the server knows them. */
export type ConsultaVeiculos = {
  q?: string;
  ordem?: string;
  limite: number;
  apos?: string;
  antes?: string;
  status?: string;
  tipo?: string;
  cor?: string;
  sem_proprietario?: string;
};

const BASE = '/db/veiculos';
/** A stale edit opens its own dialog instead of a toast. */
const updateFailure = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 412 ? undefined : 'Erro ao atualizar veículo';

const pathOf = (placa: string) => `${BASE}/${encodeURIComponent(canonica(placa))}`;

export const paginaVeiculos = (consulta: ConsultaVeiculos) =>
  queryOptions({
    queryKey: ['veiculos', 'pagina', consulta],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      readPage(
        await api('GET', consulta.q ? `${BASE}/busca` : BASE, { query: consulta, signal }),
        Veiculo,
        'placa',
      ),
    meta: { failure: 'Erro ao buscar veículos' },
  });

/** One vehicle, or null when nobody registered the plate. */
export const veiculo = (placa: string) =>
  queryOptions({
    queryKey: ['veiculos', 'um', placa],
    enabled: placa !== '',
    // Whether a plate is free is a question of now.
    staleTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      try {
        return (await api('GET', pathOf(placa), { signal, schema: Veiculo })).data;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

export const createVeiculo = () =>
  mutationOptions({
    mutationFn: async (novo: { corpo: NovoVeiculo; chave: string }) =>
      (await api('POST', BASE, { body: novo.corpo, idempotencyKey: novo.chave, schema: Veiculo }))
        .data,
    meta: {
      success: 'Veículo cadastrado com sucesso!',
      failure: 'Erro ao cadastrar veículo.',
      invalidates: [['veiculos'], ['painel']],
    },
  });

/** With `versao` an edit made meanwhile by someone else is answered with 412. */
export const updateVeiculo = (reabrir?: (edicao: { de: Veiculo }) => NoticeAction) =>
  mutationOptions({
    mutationFn: async (edicao: { de: Veiculo; corpo: EdicaoVeiculo }) =>
      (
        await api('PUT', pathOf(edicao.de.placa), {
          body: edicao.corpo,
          headers: { 'if-match': `"${edicao.de.versao}"` },
          schema: Veiculo,
        })
      ).data,
    meta: {
      success: 'Veículo atualizado com sucesso',
      failure: updateFailure,
      onFailure: reabrir,
      invalidates: [['veiculos'], ['painel']],
    },
  });

export const removeVeiculo = () =>
  mutationOptions({
    mutationFn: (placa: string) => api('DELETE', pathOf(placa)),
    meta: {
      success: 'Veículo removido com sucesso',
      failure: 'Erro ao remover veículo',
      invalidates: [['veiculos'], ['painel']],
    },
  });
