import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { Ficha, type TrocaDePadrao } from '@unipark/contract/ficha';
import { normalizePlaca } from '@unipark/contract/placa';
import { type EdicaoVeiculo, type NovoVeiculo, Veiculo } from '@unipark/contract/veiculo';
import * as z from 'zod/mini';
import type { NoticeAction } from '../lib/screen/notices.ts';
import { type Edit, editFailure } from '../lib/screen/useEdit.ts';
import { ApiError, api } from '../lib/wire/http.ts';
import { ifMatch, readPage, SEM_VERSAO } from '../lib/wire/list.ts';
import { serverSentence } from '../lib/wire/query.ts';

/** The parameters of the list: the words of the URL in the server's form. */
export type ConsultaVeiculos = {
  q?: string;
  ordem?: string;
  limite: number;
  apos?: string;
  antes?: string;
  status?: string;
  tipo?: string;
  cor?: string;
  proprietario?: string;
  sem_proprietario?: string;
  vence?: string;
  importacao?: string;
};

/** A vehicle as it is read: an older server sends no `versao`. */
const VeiculoLido = z.extend(Veiculo, { versao: z._default(z.int(), SEM_VERSAO) });

const BASE = '/db/veiculos';

/** The queries that show vehicles: the lists, the pages, the history, the counters. */
export const MOSTRAM = [
  ['veiculos'],
  ['proprietarios'],
  ['passagens', 'historico'],
  ['painel'],
] as const;

const pathOf = (placa: string, base = BASE) =>
  `${base}/${encodeURIComponent(normalizePlaca(placa))}`;
/** The calls beside the register's own: the page of a vehicle and its change of plate. */
const pathOfPart = (placa: string, parte: string) => `${pathOf(placa, '/api/veiculos')}/${parte}`;

export const veiculosQuery = (consulta: ConsultaVeiculos) =>
  queryOptions({
    queryKey: ['veiculos', 'pagina', consulta],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      readPage(
        await api('GET', consulta.q ? `${BASE}/busca` : BASE, { query: consulta, signal }),
        VeiculoLido,
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

/** One vehicle, or null when the plate is not registered. */
export const veiculoQuery = (placa: string) =>
  queryOptions({
    queryKey: ['veiculos', 'um', placa],
    enabled: placa !== '',
    // Whether a plate is free can change at any time.
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) => orNull(api('GET', pathOf(placa), { signal, schema: VeiculoLido })),
  });

/** The page of one vehicle, or null when the plate is not registered. */
export const fichaQuery = (placa: string) =>
  queryOptions({
    queryKey: ['veiculos', 'ficha', placa],
    enabled: placa !== '',
    staleTime: 0,
    queryFn: ({ signal }) =>
      orNull(api('GET', pathOfPart(placa, 'ficha'), { signal, schema: Ficha })),
  });

export const createVeiculo = () =>
  mutationOptions({
    mutationFn: async (novo: { corpo: NovoVeiculo; chave: string }) =>
      (
        await api('POST', BASE, {
          body: novo.corpo,
          idempotencyKey: novo.chave,
          schema: VeiculoLido,
        })
      ).data,
    meta: {
      success: 'Veículo cadastrado com sucesso!',
      failure: 'Erro ao cadastrar veículo.',
      invalidates: MOSTRAM,
    },
  });

/** With `versao`: after an edit by another person the answer is 412. */
export const updateVeiculo = (reopen?: (edicao: { de: Veiculo }) => NoticeAction) =>
  mutationOptions({
    mutationFn: async (edicao: Edit<Veiculo, EdicaoVeiculo>) =>
      (
        await api('PUT', pathOf(edicao.de.placa), {
          body: edicao.corpo,
          headers: ifMatch(edicao.de.versao),
          schema: VeiculoLido,
        })
      ).data,
    meta: {
      success: 'Veículo atualizado com sucesso',
      failure: editFailure('Erro ao atualizar veículo'),
      onFailure: reopen,
      invalidates: MOSTRAM,
    },
  });

/** Gives the car its other plate; its history stays with it. */
export const convertPlaca = (show?: (novo: Veiculo) => NoticeAction) =>
  mutationOptions({
    mutationFn: async ({ de, padrao }: { de: Veiculo } & TrocaDePadrao) =>
      (
        await api('POST', pathOfPart(de.placa, 'padrao'), {
          body: { padrao },
          headers: ifMatch(de.versao),
          schema: VeiculoLido,
        })
      ).data,
    meta: {
      success: (novo: Veiculo) => `Placa atualizada para ${novo.placa}`,
      onSuccess: show,
      failure: serverSentence('Erro ao atualizar a placa'),
      invalidates: MOSTRAM,
    },
  });

export const removeVeiculo = () =>
  mutationOptions({
    mutationFn: ({ placa, versao }: Pick<Veiculo, 'placa' | 'versao'>) =>
      api('DELETE', pathOf(placa), { headers: ifMatch(versao) }),
    meta: {
      success: 'Veículo removido com sucesso',
      failure: 'Erro ao remover veículo',
      invalidates: MOSTRAM,
    },
  });
