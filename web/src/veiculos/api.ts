import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { Ficha, type TrocaDePadrao } from '@unipark/contract/ficha';
import { canonica } from '@unipark/contract/placa';
import { type EdicaoVeiculo, type NovoVeiculo, Veiculo } from '@unipark/contract/veiculo';
import { ApiError, api } from '../lib/http.ts';
import { readPage } from '../lib/list.ts';
import type { NoticeAction } from '../lib/notices.ts';
import { serverSentence } from '../lib/query.ts';

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

/** What shows a vehicle: the lists, its page, its story, the counters. */
const MOSTRAM = [['veiculos'], ['passagens', 'historico'], ['painel']] as const;

/** A stale edit opens its own dialog instead of a toast. */
const updateFailure = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 412 ? undefined : 'Erro ao atualizar veículo';

const pathOf = (placa: string, base = BASE) => `${base}/${encodeURIComponent(canonica(placa))}`;
/** What is ours beside the register's own calls: the page of one vehicle, its change of plate. */
const deUm = (placa: string, parte: string) => `${pathOf(placa, '/api/veiculos')}/${parte}`;

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

async function orNull<T>(asked: Promise<{ data: T }>): Promise<T | null> {
  try {
    return (await asked).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** One vehicle, or null when nobody registered the plate. */
export const veiculo = (placa: string) =>
  queryOptions({
    queryKey: ['veiculos', 'um', placa],
    enabled: placa !== '',
    // Whether a plate is free is a question of now.
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) => orNull(api('GET', pathOf(placa), { signal, schema: Veiculo })),
  });

/** All that is known of one vehicle, or null when nobody registered the plate. */
export const ficha = (placa: string) =>
  queryOptions({
    queryKey: ['veiculos', 'ficha', placa],
    enabled: placa !== '',
    staleTime: 0,
    queryFn: ({ signal }) => orNull(api('GET', deUm(placa, 'ficha'), { signal, schema: Ficha })),
  });

export const createVeiculo = () =>
  mutationOptions({
    mutationFn: async (novo: { corpo: NovoVeiculo; chave: string }) =>
      (await api('POST', BASE, { body: novo.corpo, idempotencyKey: novo.chave, schema: Veiculo }))
        .data,
    meta: {
      success: 'Veículo cadastrado com sucesso!',
      failure: 'Erro ao cadastrar veículo.',
      invalidates: MOSTRAM,
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
      invalidates: MOSTRAM,
    },
  });

/** The same car under the plate it has by now; its history goes with it. */
export const trocarPadrao = (ver?: (novo: Veiculo) => NoticeAction) =>
  mutationOptions({
    mutationFn: async ({ de, padrao }: { de: Veiculo } & TrocaDePadrao) =>
      (
        await api('POST', deUm(de.placa, 'padrao'), {
          body: { padrao },
          headers: { 'if-match': `"${de.versao}"` },
          schema: Veiculo,
        })
      ).data,
    meta: {
      success: (novo: Veiculo) => `Placa atualizada para ${novo.placa}`,
      onSuccess: ver,
      failure: serverSentence('Erro ao atualizar a placa'),
      invalidates: MOSTRAM,
    },
  });

export const removeVeiculo = () =>
  mutationOptions({
    mutationFn: (placa: string) => api('DELETE', pathOf(placa)),
    meta: {
      success: 'Veículo removido com sucesso',
      failure: 'Erro ao remover veículo',
      invalidates: MOSTRAM,
    },
  });
