import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
} from '@tanstack/react-query';
import { Alteracao } from '@unipark/contract/alteracao';
import {
  type ContatoProprietario,
  type EdicaoProprietario,
  FichaProprietario,
  type NovoProprietario,
  Proprietario,
  ProprietarioCompleto,
} from '@unipark/contract/proprietario';
import * as z from 'zod/mini';
import type { NoticeAction } from '../lib/screen/notices.ts';
import { type Edit, editFailure } from '../lib/screen/useEdit.ts';
import { sentenceOf } from '../lib/wire/errors.ts';
import { ApiError, api } from '../lib/wire/http.ts';
import { ifMatch, readOptions, readPage, SEM_VERSAO } from '../lib/wire/list.ts';

/** The parameters of the list: the words of the URL in the server's form. */
export type ConsultaProprietarios = {
  q?: string;
  ordem?: string;
  limite: number;
  apos?: string;
  antes?: string;
};

/** An owner as it is read: an older server sends no `versao`. */
const ProprietarioLido = z.extend(Proprietario, { versao: z._default(z.int(), SEM_VERSAO) });

/** An owner as a list shows it: an older server sends no number of vehicles. */
const ProprietarioListado = z.extend(ProprietarioLido, { veiculos: z.optional(z.int()) });
export type ProprietarioListado = z.infer<typeof ProprietarioListado>;

const BASE = '/db/proprietarios';

/** Changes in one page of an owner's history. */
const FATIA = 20;

const describeFalhaBusca = (error: unknown): string =>
  error instanceof ApiError && error.codigo === 'resposta-invalida'
    ? error.mensagem
    : 'Erro ao buscar proprietários';

/** The server's sentence alone: our own sentence for a lost connection is not its `mensagem`. */
const findServerMessage = (error: unknown): string | undefined =>
  error instanceof ApiError && error.spoken ? sentenceOf(error) : undefined;

const pathOf = (matricula: string) => `${BASE}/${encodeURIComponent(matricula)}`;
/** The calls of an owner's page. */
const pathOfPart = (matricula: string, parte: string) =>
  `/api/proprietarios/${encodeURIComponent(matricula)}/${parte}`;

/** The page of an owner, over the list. */
export const pathOfProprietario = (matricula: string): string =>
  `/proprietarios/consultar/${encodeURIComponent(matricula)}`;

/** The list of an owner's vehicles. */
export const pathOfVeiculos = (matricula: string): string =>
  `/veiculos/consultar?proprietario=${encodeURIComponent(matricula)}`;

async function orNull<T>(asked: Promise<{ data: T }>): Promise<T | null> {
  try {
    return (await asked).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

export const proprietariosQuery = (consulta: ConsultaProprietarios) =>
  queryOptions({
    queryKey: ['proprietarios', 'pagina', consulta],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      readPage(
        await api('GET', consulta.q ? `${BASE}/busca` : BASE, { query: consulta, signal }),
        ProprietarioListado,
        'matricula',
      ),
    meta: { failure: describeFalhaBusca },
  });

/** One owner, or null when the matrícula is free. */
export const proprietarioQuery = (matricula: string) =>
  queryOptions({
    queryKey: ['proprietarios', 'um', matricula],
    enabled: matricula !== '',
    // Whether a matrícula is free can change at any time.
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) =>
      orNull(api('GET', pathOf(matricula), { signal, schema: ProprietarioLido })),
  });

/** The page of one owner, or null when the matrícula is not registered. */
export const fichaProprietarioQuery = (matricula: string) =>
  queryOptions({
    queryKey: ['proprietarios', 'ficha', matricula],
    enabled: matricula !== '',
    staleTime: 0,
    queryFn: ({ signal }) =>
      orNull(api('GET', pathOfPart(matricula, 'ficha'), { signal, schema: FichaProprietario })),
  });

/** The changes of an owner's record, newest first. */
export const alteracoesQuery = (matricula: string) =>
  infiniteQueryOptions({
    queryKey: ['proprietarios', 'alteracoes', matricula],
    initialPageParam: '',
    queryFn: async ({ signal, pageParam: apos }) => {
      const query = { limite: FATIA, apos };
      const resposta = await api('GET', pathOfPart(matricula, 'alteracoes'), { query, signal });
      return readPage(resposta, Alteracao, 'quando');
    },
    getNextPageParam: ({ next }) => next,
    meta: { failure: 'Erro ao buscar o histórico' },
  });

/** Options of the owner select; the form asks from two characters on. */
export const opcoesProprietariosQuery = (q: string) =>
  queryOptions({
    queryKey: ['proprietarios', 'opcoes', q],
    retry: false,
    queryFn: async ({ signal }) =>
      readOptions(
        (await api('GET', `${BASE}/busca`, { query: { q }, signal })).data,
        ProprietarioLido,
      ),
    meta: { failure: 'Erro ao buscar proprietários' },
  });

/** The number of an owner's vehicles; null when the server does not send it. */
export const veiculosCountQuery = (matricula: string) =>
  queryOptions({
    queryKey: ['proprietarios', 'veiculos', matricula],
    // The number of vehicles can change at any time.
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
          schema: ProprietarioLido,
        })
      ).data,
    meta: {
      success: 'Proprietário cadastrado com sucesso!',
      failure: (error: unknown) => findServerMessage(error) ?? 'Erro ao cadastrar proprietário.',
      invalidates: [['proprietarios'], ['painel']],
    },
  });

/** With `versao`: after an edit by another person the answer is 412. */
export const updateProprietario = (
  reopen?: (edicao: Edit<Proprietario, EdicaoProprietario>) => NoticeAction,
) =>
  mutationOptions({
    mutationFn: async (edicao: Edit<Proprietario, EdicaoProprietario>) =>
      (
        await api('PUT', pathOf(edicao.de.matricula), {
          body: edicao.corpo,
          headers: ifMatch(edicao.de.versao),
          schema: ProprietarioLido,
        })
      ).data,
    meta: {
      success: 'Proprietário atualizado com sucesso',
      failure: editFailure('Erro ao atualizar proprietário'),
      onFailure: reopen,
      invalidates: [['proprietarios']],
    },
  });

/** Changes the contact alone; the name goes along as it was read. */
export const updateContato = mutationOptions({
  mutationFn: async ({ de, corpo }: Edit<ProprietarioCompleto, ContatoProprietario>) =>
    (
      await api('PUT', pathOf(de.matricula), {
        body: { nome: de.nome, ...corpo },
        headers: ifMatch(de.versao),
        schema: ProprietarioCompleto,
      })
    ).data,
  meta: {
    success: 'Proprietário atualizado com sucesso',
    failure: editFailure('Erro ao atualizar proprietário'),
    invalidates: [['proprietarios']],
  },
});

export const removeProprietario = () =>
  mutationOptions({
    mutationFn: ({ matricula, versao }: Pick<Proprietario, 'matricula' | 'versao'>) =>
      api('DELETE', pathOf(matricula), { headers: ifMatch(versao) }),
    meta: {
      success: 'Proprietário removido com sucesso',
      failure: 'Erro ao remover proprietário',
      invalidates: [['proprietarios'], ['painel']],
    },
  });
