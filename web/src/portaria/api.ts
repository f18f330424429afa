import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { type Sentido, UltimoVeiculo, Veredito } from '@unipark/contract/passagem';
import { Veiculo } from '@unipark/contract/veiculo';
import { api, isApiError } from '../lib/http.ts';
import { readPage } from '../lib/list.ts';
import { acertarRelogio } from '../passagens/relogio.ts';

/** A passage that the gate tells of, with the key that keeps it single however often it is sent. */
export type Registro = { chave: string; placa: string; sentido: Sentido; instante: string };

/** A person waits with a car in front of them: better the kept register than a longer wait. */
const ESPERA_VEREDITO = 4_000;
const NOVA_TENTATIVA = 3_000;
const POR_PAGINA = 200;

/** Nobody answered: the network is gone, or the server. */
export const semResposta = (error: unknown): boolean => isApiError(error) && error.status === 0;

/** What the register says of a plate now. Asked again while it cannot be had. */
export const vereditoQuery = (placa: string) =>
  queryOptions({
    queryKey: ['portaria', 'veredito', placa],
    enabled: placa !== '',
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const { data, headers } = await api('GET', `/api/veredito/${encodeURIComponent(placa)}`, {
        schema: Veredito,
        signal,
        timeout: ESPERA_VEREDITO,
      });
      acertarRelogio(headers);
      return data;
    },
    refetchInterval: ({ state }) => (state.status === 'error' ? NOVA_TENTATIVA : false),
  });

/** Sends one registration; the same one twice is one passage. */
export const enviarRegistro = ({ chave, ...corpo }: Registro) =>
  api('POST', '/db/ultimosveiculos', {
    body: corpo,
    idempotencyKey: chave,
    schema: UltimoVeiculo,
    timeout: ESPERA_VEREDITO,
  });

/** Its outcome is told on the screen itself: a toast would lie over the next plate. */
export const registrarPassagem = mutationOptions({
  mutationKey: ['portaria', 'registrar'],
  mutationFn: enviarRegistro,
  meta: { failure: () => undefined, invalidates: [['passagens'], ['painel']] },
});

/** One page of the register, to be kept for the hours without a server. */
export const paginaDoCadastro = async (apos: string | undefined, signal: AbortSignal) =>
  readPage(
    await api('GET', '/db/veiculos', { query: { limite: POR_PAGINA, apos }, signal }),
    Veiculo,
    'placa',
  );
