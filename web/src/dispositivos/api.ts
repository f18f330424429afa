import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  Dispositivo,
  DispositivoComToken,
  type EdicaoDispositivo,
  ItemQuarentena,
  type NovoDispositivo,
} from '@unipark/contract/dispositivo';
import { UltimoVeiculo } from '@unipark/contract/passagem';
import { type Edit, editFailure } from '../lib/screen/useEdit.ts';
import { api } from '../lib/wire/http.ts';
import { ifMatch, readList, readPage } from '../lib/wire/list.ts';
import { serverSentence } from '../lib/wire/query.ts';

const BASE = '/api/dispositivos';
/** How often the lists are renewed: readings arrive while the page is open. */
const RENOVACAO = 10_000;
const POR_PAGINA = 20;

const pathOf = (id: string) => `${BASE}/${encodeURIComponent(id)}`;

export const dispositivosQuery = queryOptions({
  queryKey: ['dispositivos', 'lista'],
  queryFn: async ({ signal }) =>
    readList((await api('GET', BASE, { signal })).data, Dispositivo, 'id'),
  refetchInterval: RENOVACAO,
});

export const dispositivoQuery = (id: string) =>
  queryOptions({
    queryKey: ['dispositivos', 'um', id],
    queryFn: async ({ signal }) =>
      (await api('GET', pathOf(id), { signal, schema: Dispositivo })).data,
    refetchInterval: RENOVACAO,
  });

/** Messages that could not be read, newest first. */
export const quarentenaQuery = (id: string, apos: string) =>
  queryOptions({
    queryKey: ['dispositivos', 'quarentena', id, apos],
    queryFn: async ({ signal }) =>
      readPage(
        await api('GET', `${pathOf(id)}/quarentena`, {
          query: { limite: POR_PAGINA, apos },
          signal,
        }),
        ItemQuarentena,
        'id',
      ),
  });

const invalidates = [['dispositivos']];

/** Only this answer has the token: it is stored nowhere. */
export const createDispositivo = mutationOptions({
  mutationKey: ['dispositivos', 'criar'],
  gcTime: 0,
  mutationFn: async ({ corpo, chave }: { corpo: NovoDispositivo; chave: string }) =>
    (await api('POST', BASE, { body: corpo, idempotencyKey: chave, schema: DispositivoComToken }))
      .data,
  meta: {
    success: 'Dispositivo cadastrado.',
    failure: serverSentence('Erro ao cadastrar dispositivo.'),
    invalidates,
  },
});

export const updateDispositivo = mutationOptions({
  mutationKey: ['dispositivos', 'alterar'],
  mutationFn: async ({ de, corpo }: Edit<Dispositivo, EdicaoDispositivo>) =>
    (
      await api('PUT', pathOf(de.id), {
        body: corpo,
        headers: ifMatch(de.versao),
        schema: Dispositivo,
      })
    ).data,
  meta: {
    success: 'Dispositivo atualizado.',
    failure: editFailure(serverSentence('Erro ao atualizar dispositivo.')),
    invalidates,
  },
});

/** A new token; the old one ends now (`imediato`) or in 24 hours. */
export const replaceToken = mutationOptions({
  mutationKey: ['dispositivos', 'token'],
  gcTime: 0,
  mutationFn: async ({ id, imediato }: { id: string; imediato: boolean }) =>
    (await api('POST', `${pathOf(id)}/token`, { body: { imediato }, schema: DispositivoComToken }))
      .data,
  meta: { failure: serverSentence('Erro ao trocar o token.'), invalidates },
});

/** A message of the device's maker, which is shown as a test. */
export const sendTeste = mutationOptions({
  mutationKey: ['dispositivos', 'teste'],
  mutationFn: async (id: string) =>
    (await api('POST', `${pathOf(id)}/teste`, { schema: UltimoVeiculo })).data,
  meta: { failure: serverSentence('Erro ao enviar a leitura de teste.') },
});

export const removeDispositivo = mutationOptions({
  mutationKey: ['dispositivos', 'excluir'],
  mutationFn: ({ id, versao }: Dispositivo) =>
    api('DELETE', pathOf(id), { headers: ifMatch(versao) }),
  meta: {
    success: 'Dispositivo excluído.',
    failure: serverSentence('Erro ao excluir dispositivo.'),
    invalidates: [['dispositivos', 'lista']],
  },
});

export const clearQuarentena = mutationOptions({
  mutationKey: ['dispositivos', 'limpar'],
  mutationFn: (id: string) => api('DELETE', `${pathOf(id)}/quarentena`),
  meta: {
    success: 'Quarentena limpa.',
    failure: serverSentence('Erro ao limpar a quarentena.'),
    invalidates,
  },
});
