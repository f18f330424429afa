import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { type Sentido, UltimoVeiculo, Veredito } from '@unipark/contract/passagem';
import { Veiculo } from '@unipark/contract/veiculo';
import { api } from '../lib/wire/http.ts';
import { readPage } from '../lib/wire/list.ts';
import { serverSentence } from '../lib/wire/query.ts';
import { undoRegistro } from '../passagens/api.ts';

/** A passage registered at the gate, with the key that keeps it single over repeated requests. */
export type GateRegistro = {
  chave: string;
  placa: string;
  sentido: Sentido;
  instante: string;
  /** Whether the screen showed why the passage alarms. */
  conferida: boolean;
};

/** A car is waiting: the stored register is better than a longer wait. */
const ESPERA_VEREDITO = 4_000;
const NOVA_TENTATIVA = 3_000;
const POR_PAGINA = 200;

/** The register's current verdict on a plate. Repeated while it fails. */
export const vereditoQuery = (placa: string) =>
  queryOptions({
    queryKey: ['portaria', 'veredito', placa],
    enabled: placa !== '',
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const { data } = await api('GET', `/api/veredito/${encodeURIComponent(placa)}`, {
        schema: Veredito,
        signal,
        timeout: ESPERA_VEREDITO,
      });
      return data;
    },
    refetchInterval: ({ state }) => (state.status === 'error' ? NOVA_TENTATIVA : false),
  });

const CANDIDATAS = 50;

/** Vehicles of the register with this part of a plate, among others: other fields match too. */
export const candidatasQuery = (trecho: string) =>
  queryOptions({
    queryKey: ['portaria', 'candidatas', trecho],
    enabled: trecho !== '',
    staleTime: 10_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const query = { q: trecho, limite: CANDIDATAS };
      const resposta = await api('GET', '/db/veiculos/busca', {
        query,
        signal,
        timeout: ESPERA_VEREDITO,
      });
      return readPage(resposta, Veiculo, 'placa').items;
    },
  });

/** Sends one registration; the same one twice is one passage. */
export const sendRegistro = ({ chave, ...corpo }: GateRegistro) =>
  api('POST', '/db/ultimosveiculos', {
    body: corpo,
    idempotencyKey: chave,
    schema: UltimoVeiculo,
    timeout: ESPERA_VEREDITO,
  });

/** The screen shows the outcome itself: a toast would cover the next plate. */
export const registerPassagem = mutationOptions({
  mutationKey: ['portaria', 'registrar'],
  mutationFn: sendRegistro,
  meta: { failure: () => undefined, invalidates: [['passagens'], ['painel']] },
});

export const undoPassagem = mutationOptions({
  mutationKey: ['portaria', 'desfazer'],
  mutationFn: undoRegistro,
  meta: {
    failure: serverSentence('Não foi possível desfazer o registro.'),
    invalidates: [['passagens'], ['painel'], ['portaria']],
  },
});

/** One page of the register, for the stored copy. */
export const fetchCadastroPage = async (apos: string | undefined, signal: AbortSignal) =>
  readPage(
    await api('GET', '/db/veiculos', { query: { limite: POR_PAGINA, apos }, signal }),
    Veiculo,
    'placa',
  );
