import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  type EdicaoProprietario,
  type NovoProprietario,
  Proprietario,
} from '@unipark/contract/proprietario';
import { sentenceOf, TEXTO_DADOS_INVALIDOS } from '../lib/errors.ts';
import { ApiError, api } from '../lib/http.ts';
import { readOptions, readPage } from '../lib/list.ts';
import type { NoticeAction } from '../lib/notices.ts';

/** What the list shows: the words of the URL, as the server knows them. */
export type ConsultaProprietarios = {
  q?: string;
  ordem?: string;
  limite: number;
  apos?: string;
  antes?: string;
};

const BASE = '/db/proprietarios';

const falhaBusca = (error: unknown): string =>
  error instanceof ApiError && error.mensagem === TEXTO_DADOS_INVALIDOS
    ? TEXTO_DADOS_INVALIDOS
    : 'Erro ao buscar proprietários';

/** Only what the server said: our own sentence for a lost connection is not its `mensagem`. */
const mensagemDoServidor = (error: unknown): string | undefined =>
  error instanceof ApiError && error.spoken ? sentenceOf(error) : undefined;

/** A stale edit opens its own dialog instead of a toast. */
const updateFailure = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 412 ? undefined : 'Erro ao atualizar proprietário';

const pathOf = (matricula: string) => `${BASE}/${encodeURIComponent(matricula)}`;

export const paginaProprietarios = (consulta: ConsultaProprietarios) =>
  queryOptions({
    queryKey: ['proprietarios', 'pagina', consulta],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      readPage(
        await api('GET', consulta.q ? `${BASE}/busca` : BASE, { query: consulta, signal }),
        Proprietario,
        'matricula',
      ),
    meta: { failure: falhaBusca },
  });

/** One owner, or null when the matrícula is free. */
export const proprietario = (matricula: string) =>
  queryOptions({
    queryKey: ['proprietarios', 'um', matricula],
    enabled: matricula !== '',
    // Whether a matrícula is free is a question of now.
    staleTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      try {
        return (await api('GET', pathOf(matricula), { signal, schema: Proprietario })).data;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

/** Options for choosing an owner; the form asks from two characters on. */
export const opcoesProprietarios = (q: string) =>
  queryOptions({
    queryKey: ['proprietarios', 'opcoes', q],
    retry: false,
    queryFn: async ({ signal }) =>
      readOptions((await api('GET', `${BASE}/busca`, { query: { q }, signal })).data, Proprietario),
    meta: { failure: 'Erro ao buscar proprietários' },
  });

/** How many vehicles an owner has; null when the server does not tell. */
export const veiculosDe = (matricula: string) =>
  queryOptions({
    queryKey: ['proprietarios', 'veiculos', matricula],
    // Whether vehicles stand in the way is a question of now.
    staleTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const { headers } = await api('GET', pathOf(matricula), { signal });
      const total = headers.get('x-veiculos');
      return total === null ? null : Number(total);
    },
  });

export const createProprietario = () =>
  mutationOptions({
    mutationFn: async (novo: { corpo: NovoProprietario; chave: string }) =>
      (
        await api('POST', BASE, {
          body: novo.corpo,
          idempotencyKey: novo.chave,
          schema: Proprietario,
        })
      ).data,
    meta: {
      success: 'Proprietário cadastrado com sucesso!',
      failure: (error: unknown) => mensagemDoServidor(error) ?? 'Erro ao cadastrar proprietário.',
      invalidates: [['proprietarios'], ['painel']],
    },
  });

/** With `versao` an edit made meanwhile by someone else is answered with 412. */
export const updateProprietario = (
  reabrir?: (edicao: { de: Proprietario; corpo: EdicaoProprietario }) => NoticeAction,
) =>
  mutationOptions({
    mutationFn: async (edicao: { de: Proprietario; corpo: EdicaoProprietario }) =>
      (
        await api('PUT', pathOf(edicao.de.matricula), {
          body: edicao.corpo,
          headers: { 'if-match': `"${edicao.de.versao}"` },
          schema: Proprietario,
        })
      ).data,
    meta: {
      success: 'Proprietário atualizado com sucesso',
      failure: updateFailure,
      onFailure: reabrir,
      invalidates: [['proprietarios']],
    },
  });

export const removeProprietario = () =>
  mutationOptions({
    mutationFn: (matricula: string) => api('DELETE', pathOf(matricula)),
    meta: {
      success: 'Proprietário removido com sucesso',
      failure: 'Erro ao remover proprietário',
      invalidates: [['proprietarios'], ['painel']],
    },
  });
