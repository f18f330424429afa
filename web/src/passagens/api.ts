import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { AjustesAlerta, CientesDados } from '@unipark/contract/alerta';
import { UltimoVeiculo } from '@unipark/contract/passagem';
import { api } from '../lib/wire/http.ts';
import { readList } from '../lib/wire/list.ts';
import { serverSentence } from '../lib/wire/query.ts';

/** The number of live cards in the specification. */
export const CARTOES = 5;

/** The latest passages, newest first. Without `failure`: a failed request is only logged. */
export const ultimosVeiculosQuery = queryOptions({
  queryKey: ['passagens', 'ultimos'],
  queryFn: async ({ signal }) => {
    const { data } = await api('GET', '/db/ultimosveiculos', { signal });
    return readList(data, UltimoVeiculo, 'id').slice(0, CARTOES);
  },
});

/** The alarms without a 'Ciente', newest first. A failed request is only logged. */
export const alertasQuery = queryOptions({
  queryKey: ['passagens', 'alertas'],
  queryFn: async ({ signal }) => {
    const { data } = await api('GET', '/api/alertas', { signal });
    return readList(data, UltimoVeiculo, 'id');
  },
});

/** The last alarms, acknowledged or not, newest first: the home page shows them. */
export const ultimosAlertasQuery = queryOptions({
  queryKey: ['passagens', 'alertas', 'ultimos'],
  queryFn: async ({ signal }) => {
    const { data } = await api('GET', '/api/alertas/ultimos', { signal });
    return readList(data, UltimoVeiculo, 'id');
  },
  refetchInterval: 30_000,
});

export const ajustesAlertaQuery = queryOptions({
  queryKey: ['passagens', 'ajustes'],
  queryFn: async ({ signal }) =>
    (await api('GET', '/api/alertas/ajustes', { signal, schema: AjustesAlerta })).data,
});

/** Sends 'Ciente' for every alarm raised up to `ate`, the newest that the person saw. */
export const acknowledgeAlertas = mutationOptions({
  mutationKey: ['passagens', 'ciente'],
  mutationFn: async (ate: string) =>
    (await api('POST', '/api/alertas/ciente', { body: { ate }, schema: CientesDados })).data,
  meta: {
    failure: serverSentence('Erro ao registrar ciente.'),
    invalidates: [['passagens']],
  },
});

/** Sends 'Ciente': the first person's name stays. */
export const acknowledgeAlerta = () =>
  mutationOptions({
    mutationFn: (id: string) => api('POST', `/api/passagens/${encodeURIComponent(id)}/ciente`),
    meta: {
      failure: serverSentence('Erro ao registrar ciente.'),
      invalidates: [['passagens']],
    },
  });

export const simulatePassagem = mutationOptions({
  mutationKey: ['passagens', 'simular'],
  mutationFn: (placa: string) =>
    api('POST', '/db/ultimosveiculos', { body: { placa, teste: true } }),
  meta: {
    success: (_answer, placa: string) => `Passagem de teste registrada: ${placa}`,
    failure: serverSentence('Erro ao simular passagem.'),
    invalidates: [['painel']],
  },
});

/** Undoes a registration of this person. */
export const undoRegistro = (id: string) =>
  api('POST', `/api/passagens/${encodeURIComponent(id)}/desfazer`);

/** Registers the exit of a car that no camera saw leave; the same `chave` twice is one passage. */
export const registerSaida = mutationOptions({
  mutationKey: ['passagens', 'saida'],
  mutationFn: ({ placa, chave }: { placa: string; chave: string }) =>
    api('POST', '/db/ultimosveiculos', {
      body: { placa, sentido: 'saida', conferida: true },
      idempotencyKey: chave,
      schema: UltimoVeiculo,
    }),
  meta: {
    failure: serverSentence('Não foi possível registrar a saída.'),
    invalidates: [['passagens'], ['painel']],
  },
});

export const undoSaida = mutationOptions({
  mutationKey: ['passagens', 'desfazer'],
  mutationFn: undoRegistro,
  meta: {
    failure: serverSentence('Não foi possível desfazer o registro.'),
    invalidates: [['passagens'], ['painel']],
  },
});
