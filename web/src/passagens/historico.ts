/** Requests of the history: the list, one passage, its pictures, its correction, a car's story. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
} from '@tanstack/react-query';
import { ItemHistorico, Passagem } from '@unipark/contract/passagem';
import * as z from 'zod/mini';
import { sentenceOf } from '../lib/errors.ts';
import { ApiError, api, request } from '../lib/http.ts';
import { readPage } from '../lib/list.ts';

const BASE = '/api/passagens';
const pathOf = (id: string): string => `${BASE}/${encodeURIComponent(id)}`;

/** What one look at a car's story brings. */
const FATIA = 50;

/** What the list shows: the words of the URL, as the server knows them. */
export type ConsultaPassagens = {
  limite: number;
  apos?: string;
  antes?: string;
  q?: string;
  de?: string;
  ate?: string;
  camera?: string;
  status?: string;
  situacao?: string;
  sentido?: string;
};

export const paginaPassagens = (consulta: ConsultaPassagens) =>
  queryOptions({
    queryKey: ['passagens', 'pagina', consulta],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      readPage(await api('GET', BASE, { query: consulta, signal }), Passagem, 'id'),
    meta: { failure: 'Erro ao buscar passagens' },
  });

/** The latest passages of one plate, its twin's included. */
export const passagensDaPlaca = (placa: string, limite: number) =>
  queryOptions({
    queryKey: ['passagens', 'placa', placa, limite],
    // A search begins at two characters; a reading may have one.
    enabled: placa.length > 1,
    queryFn: async ({ signal }) =>
      readPage(await api('GET', BASE, { query: { q: placa, limite }, signal }), Passagem, 'id')
        .items,
  });

/** The newest passage a camera read, or null; readings name it by its id or by its name. */
export const ultimaDaCamera = (id: string, nome: string) =>
  queryOptions({
    queryKey: ['passagens', 'camera', id, nome],
    queryFn: async ({ signal }) => {
      const lidas = await Promise.all(
        [id, nome].map(async (camera) => {
          const resposta = await api('GET', BASE, { query: { camera, limite: 1 }, signal });
          return readPage(resposta, Passagem, 'id').items;
        }),
      );
      const [ultima] = lidas.flat().sort((a, b) => b.instante.localeCompare(a.instante));
      return ultima ?? null;
    },
  });

/** One passage, or null when nobody knows it. */
export const umaPassagem = (id: string) =>
  queryOptions({
    queryKey: ['passagens', 'uma', id],
    enabled: id !== '',
    retry: false,
    queryFn: async ({ signal }) => {
      try {
        return (await api('GET', pathOf(id), { signal, schema: Passagem })).data;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

/** The cameras that passages were read by. */
export const camerasDasPassagens = queryOptions({
  queryKey: ['passagens', 'cameras'],
  staleTime: 60_000,
  queryFn: async ({ signal }) =>
    (await api('GET', `${BASE}/cameras`, { signal, schema: z.array(z.string()) })).data,
});

/** A picture of a passage. It never changes; it is asked for with the bearer, as all data. */
export const imagemDaPassagem = (id: string, imagem: string) =>
  queryOptions({
    queryKey: ['passagens', 'imagem', id, imagem],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const path = `${pathOf(id)}/imagens/${encodeURIComponent(imagem)}`;
      return (await request('GET', path, { signal, headers: { accept: 'image/jpeg' } })).blob();
    },
  });

/** A car's story, newest first: its passages, and what was changed in the register. */
export const historicoDoVeiculo = (placa: string) =>
  infiniteQueryOptions({
    queryKey: ['passagens', 'historico', placa],
    initialPageParam: '',
    queryFn: async ({ signal, pageParam: apos }) => {
      const path = `/api/veiculos/${encodeURIComponent(placa)}/historico`;
      const query = { limite: FATIA, apos };
      return readPage(await api('GET', path, { query, signal }), ItemHistorico, 'quando');
    },
    getNextPageParam: ({ next }) => next,
    meta: { failure: 'Erro ao buscar o histórico' },
  });

export type Correcao = { id: string; versao: number; placa: string };

/** A stale correction opens its own dialog instead of a toast. */
const correctionFailure = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 412
    ? undefined
    : (sentenceOf(error) ?? 'Erro ao corrigir a placa.');

/** Puts a misread plate right; one made meanwhile by someone else is answered with 412. */
export const corrigirPlaca = () =>
  mutationOptions({
    mutationFn: ({ id, versao, placa }: Correcao) =>
      api('PATCH', pathOf(id), { body: { placa }, headers: { 'if-match': `"${versao}"` } }),
    meta: {
      success: (_answer, { placa }: Correcao) => `Leitura corrigida: ${placa}`,
      failure: correctionFailure,
      invalidates: [['passagens'], ['painel']],
    },
  });
