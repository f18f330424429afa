import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  type Existentes,
  FASES_OCUPADAS,
  Importacao,
  LinhaImportada,
  type PedidoColunas,
  type TipoImportacao,
  type VereditoLinha,
} from '@unipark/contract/importacao';
import * as z from 'zod/mini';
import { saveFile } from '../lib/wire/download.ts';
import { api, request } from '../lib/wire/http.ts';
import { queryClient, serverSentence } from '../lib/wire/query.ts';

const BASE = '/api/importacoes';
const CHAVE = ['importacoes'];
const EM_ANDAMENTO = 500;
/** A file of 20 MB on a slow network; the server waits no longer. */
const ENVIO_MS = 60_000;

const keyOf = (id: number) => [...CHAVE, id];

const keep = (importacao: Importacao): Importacao => {
  queryClient.setQueryData(keyOf(importacao.id), importacao);
  return importacao;
};

export const importacaoQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) =>
      (await api('GET', `${BASE}/${id}`, { signal, schema: Importacao })).data,
    refetchInterval: ({ state }) =>
      state.data && FASES_OCUPADAS.includes(state.data.fase) ? EM_ANDAMENTO : false,
  });

export const importacoesQuery = queryOptions({
  queryKey: [...CHAVE, 'recentes'],
  queryFn: async ({ signal }) =>
    (await api('GET', BASE, { signal, schema: z.array(Importacao) })).data,
});

export interface PaginaLinhas {
  veredito: VereditoLinha | undefined;
  apos: number;
  limite: number;
}

export const linhasQuery = (id: number, pagina: PaginaLinhas) =>
  queryOptions({
    queryKey: [...keyOf(id), 'linhas', pagina],
    // Corrected rows stay in sight until another page is opened.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (
        await api('GET', `${BASE}/${id}/linhas`, {
          query: { ...pagina },
          signal,
          schema: z.array(LinhaImportada),
        })
      ).data,
  });

interface ArquivoEscolhido {
  tipo: TipoImportacao;
  arquivo: File;
}

export const createImportacao = mutationOptions({
  mutationFn: async ({ tipo, arquivo }: ArquivoEscolhido) =>
    keep(
      (
        await api('POST', BASE, {
          query: { tipo, nome: arquivo.name },
          body: new Blob([arquivo], { type: 'application/octet-stream' }),
          timeout: ENVIO_MS,
          schema: Importacao,
        })
      ).data,
    ),
  meta: {
    failure: serverSentence('Erro ao enviar o arquivo.'),
    invalidates: [importacoesQuery.queryKey],
  },
});

export const chooseColunas = (id: number) =>
  mutationOptions({
    mutationFn: async (pedido: PedidoColunas) =>
      keep((await api('PUT', `${BASE}/${id}/colunas`, { body: pedido, schema: Importacao })).data),
    meta: { failure: serverSentence('Erro ao montar a prévia.') },
  });

const Corrigida = z.object({ importacao: Importacao, linha: LinhaImportada });

/** The corrected row replaces the one on show, whatever tab it belongs to now. */
export const correctLinha = (id: number, pagina: PaginaLinhas) =>
  mutationOptions({
    mutationFn: async ({ linha, celulas }: { linha: number; celulas: Record<string, string> }) => {
      const url = `${BASE}/${id}/linhas/${linha}`;
      const { data } = await api('PATCH', url, { body: { celulas }, schema: Corrigida });
      keep(data.importacao);
      queryClient.setQueryData(linhasQuery(id, pagina).queryKey, (linhas) =>
        linhas?.map((dela) => (dela.linha === linha ? data.linha : dela)),
      );
      return data.linha;
    },
    meta: { failure: serverSentence('Erro ao corrigir a linha.') },
  });

const act = (id: number, ato: string, body?: { existentes: Existentes }) =>
  api('POST', `${BASE}/${id}/${ato}`, { ...(body && { body }), schema: Importacao });

export const writeImportacao = (id: number) =>
  mutationOptions({
    mutationFn: async (existentes: Existentes) =>
      keep((await act(id, 'gravar', { existentes })).data),
    meta: { failure: serverSentence('Erro ao importar.') },
  });

export const cancelImportacao = (id: number) =>
  mutationOptions({
    mutationFn: async () => keep((await act(id, 'cancelar')).data),
    meta: { failure: serverSentence('Erro ao cancelar.') },
  });

export const undoImportacao = (id: number) =>
  mutationOptions({
    mutationFn: async () => keep((await act(id, 'desfazer')).data),
    meta: { failure: serverSentence('Erro ao desfazer.') },
  });

export const discardImportacao = (id: number) =>
  mutationOptions({
    mutationFn: () => api('DELETE', `${BASE}/${id}`),
    meta: {
      failure: serverSentence('Erro ao descartar.'),
      invalidates: [importacoesQuery.queryKey],
    },
  });

/** Refuses a synchronisation that waits; its report stays. */
export const refuseSincronizacao = (id: number) =>
  mutationOptions({
    mutationFn: async () => {
      await api('DELETE', `${BASE}/${id}`);
      keep((await api('GET', `${BASE}/${id}`, { schema: Importacao })).data);
    },
    meta: { failure: serverSentence('Erro ao recusar.'), invalidates: [importacoesQuery.queryKey] },
  });

async function download(path: string, nome: string): Promise<void> {
  const response = await request('GET', path, { timeout: ENVIO_MS });
  saveFile(await response.blob(), nome);
}

export const downloadRejeitadas = (id: number) =>
  mutationOptions({
    mutationFn: () => download(`${BASE}/${id}/rejeitadas`, `linhas-rejeitadas-${id}.xlsx`),
    meta: { failure: serverSentence('Erro ao baixar as linhas.') },
  });

export const downloadModelo = mutationOptions({
  mutationFn: (tipo: TipoImportacao) => download(`${BASE}/modelos/${tipo}`, `modelo-${tipo}.csv`),
  meta: { failure: serverSentence('Erro ao baixar o modelo.') },
});

/** The register changed: its lists and counters are read again. */
export function forgetRegister(): void {
  for (const nome of ['veiculos', 'proprietarios', 'painel']) {
    void queryClient.invalidateQueries({ queryKey: [nome] });
  }
}
