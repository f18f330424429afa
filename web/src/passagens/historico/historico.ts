import {
  hashKey,
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { Novas } from '@unipark/contract/listaPassagens';
import {
  type CorrecaoPassagem,
  ItemHistorico,
  Passagem,
  type RetencaoPassagem,
} from '@unipark/contract/passagem';
import * as z from 'zod/mini';
import { compareText } from '../../lib/compareText.ts';
import { type Edit, editFailure, useEdit } from '../../lib/screen/useEdit.ts';
import { sentenceOf } from '../../lib/wire/errors.ts';
import { ApiError, api, request } from '../../lib/wire/http.ts';
import { ifMatch, readPage } from '../../lib/wire/list.ts';
import { serverSentence } from '../../lib/wire/query.ts';

const BASE = '/api/passagens';
const pathOf = (id: string): string => `${BASE}/${encodeURIComponent(id)}`;

/** One page of a car's history. */
const FATIA = 50;

/** The parameters of the list: the words of the URL in the server's form. */
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
  proprietario?: string;
};

export const passagensQuery = (consulta: ConsultaPassagens) =>
  queryOptions({
    queryKey: ['passagens', 'pagina', consulta],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      readPage(await api('GET', BASE, { query: consulta, signal }), Passagem, 'id'),
    meta: { failure: 'Erro ao buscar passagens' },
  });

type NovasQuery = Omit<ConsultaPassagens, 'limite' | 'apos' | 'antes'> & {
  /** The newest passage of the list on screen. */
  depois: string;
};

/** The count stays while the next one of the same query is asked for. */
const keepCount =
  (consulta: NovasQuery) =>
  (antes: number | undefined, query: { queryKey: QueryKey } | undefined): number | undefined =>
    hashKey([query?.queryKey[2]]) === hashKey([consulta]) ? antes : undefined;

/** How many passages of a query came after one; asked again for each arrival. */
export const novasQuery = (consulta: NovasQuery, chegada: string) =>
  queryOptions<number>({
    queryKey: ['passagens', 'novas', consulta, chegada],
    placeholderData: keepCount(consulta),
    queryFn: async ({ signal }) =>
      (await api('GET', `${BASE}/novas`, { query: consulta, signal, schema: Novas })).data.total,
  });

/** The latest passages of one plate and of its twin. */
export const passagensOfPlacaQuery = (placa: string, limite: number) =>
  queryOptions({
    queryKey: ['passagens', 'placa', placa, limite],
    // A search needs two characters; a reading may have one.
    enabled: placa.length > 1,
    queryFn: async ({ signal }) =>
      readPage(await api('GET', BASE, { query: { q: placa, limite }, signal }), Passagem, 'id')
        .items,
  });

/** The newest passage of a camera, or null; a reading names it by its id or by its name. */
export const ultimaPassagemQuery = (id: string, nome: string) =>
  queryOptions({
    queryKey: ['passagens', 'camera', id, nome],
    queryFn: async ({ signal }) => {
      const lidas = await Promise.all(
        [id, nome].map(async (camera) => {
          const resposta = await api('GET', BASE, { query: { camera, limite: 1 }, signal });
          return readPage(resposta, Passagem, 'id').items;
        }),
      );
      const [ultima] = lidas.flat().sort((a, b) => compareText(b.instante, a.instante));
      return ultima ?? null;
    },
  });

/** One passage, or null when it does not exist. */
export const passagemQuery = (id: string) =>
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

export const camerasDasPassagens = queryOptions({
  queryKey: ['passagens', 'cameras'],
  staleTime: 60_000,
  queryFn: async ({ signal }) =>
    (await api('GET', `${BASE}/cameras`, { signal, schema: z.array(z.string()) })).data,
});

/** A picture of a passage, or its small form. It never changes, and its request needs the bearer. */
export const imagemQuery = (id: string, imagem: string, miniatura: boolean) =>
  queryOptions({
    queryKey: ['passagens', 'imagem', id, imagem, miniatura],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const path = `${pathOf(id)}/imagens/${encodeURIComponent(imagem)}`;
      const query = { miniatura: miniatura ? 1 : undefined };
      const headers = { accept: miniatura ? 'image/webp, image/jpeg' : 'image/jpeg' };
      return (await request('GET', path, { signal, query, headers })).blob();
    },
  });

/** A car's history, newest first: its passages, and the changes of its record. */
export const historicoQuery = (placa: string) =>
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

const PassagemAtual = z.object({ id: z.string(), placa: z.string(), versao: z.int() });
export type PassagemAtual = z.infer<typeof PassagemAtual>;

/** Corrects a plate; after a correction by another person the answer is 412. */
const correctPlaca = mutationOptions({
  mutationFn: ({ de, corpo }: Edit<PassagemAtual, CorrecaoPassagem>) =>
    api('PATCH', pathOf(de.id), { body: corpo, headers: ifMatch(de.versao) }),
  meta: {
    success: (_answer, { corpo }: Edit<PassagemAtual, CorrecaoPassagem>) =>
      `Leitura corrigida: ${corpo.placa}`,
    failure: editFailure((error) => sentenceOf(error) ?? 'Erro ao corrigir a placa.'),
    invalidates: [['passagens'], ['painel']],
  },
});

/** Keeps a passage until a day, or ends that. */
export const holdPassagem = mutationOptions({
  mutationKey: ['passagens', 'retencao'],
  mutationFn: ({ id, retencao }: { id: string; retencao: RetencaoPassagem }) =>
    api('PUT', `${pathOf(id)}/retencao`, { body: retencao, schema: Passagem }),
  meta: {
    success: (_answer, { retencao }: { retencao: RetencaoPassagem }) =>
      retencao.reter_ate ? 'Passagem retida.' : 'Retenção encerrada.',
    failure: serverSentence('Erro ao reter a passagem.'),
    invalidates: [['passagens'], ['retencao']],
  },
});

export const useCorrecao = () => useEdit(correctPlaca, PassagemAtual);
