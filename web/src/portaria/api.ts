import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { type Sentido, UltimoVeiculo, Veredito } from '@unipark/contract/passagem';
import { Veiculo } from '@unipark/contract/veiculo';
import { api, isApiError } from '../lib/wire/http.ts';
import { readPage } from '../lib/wire/list.ts';

/** A passage registered at the gate, with the key that keeps it single over repeated requests. */
export type GateRegistro = { chave: string; placa: string; sentido: Sentido; instante: string };

/** A car is waiting: the stored register is better than a longer wait. */
const ESPERA_VEREDITO = 4_000;
const NOVA_TENTATIVA = 3_000;
const POR_PAGINA = 200;

export const isUnanswered = (error: unknown): boolean => isApiError(error) && error.status === 0;

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

/** One page of the register, for the stored copy. */
export const fetchCadastroPage = async (apos: string | undefined, signal: AbortSignal) =>
  readPage(
    await api('GET', '/db/veiculos', { query: { limite: POR_PAGINA, apos }, signal }),
    Veiculo,
    'placa',
  );
