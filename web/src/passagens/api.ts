import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { UltimoVeiculo } from '@unipark/contract/passagem';
import { api } from '../lib/http.ts';
import { readList } from '../lib/list.ts';
import { serverSentence } from '../lib/query.ts';
import { acertarRelogio } from './relogio.ts';

/** Cards of the live panel, as the specification says. */
export const CARTOES = 5;

/** The latest passages, newest first. No `failure` text: a miss is only logged. */
export const ultimosVeiculosQuery = queryOptions({
  queryKey: ['passagens', 'ultimos'],
  queryFn: async ({ signal }) => {
    const { data } = await api('GET', '/db/ultimosveiculos', { signal });
    return readList(data, UltimoVeiculo, 'id').slice(0, CARTOES);
  },
});

/** The alarms nobody has answered with 'Ciente', newest first. A miss is only logged. */
export const alertasQuery = queryOptions({
  queryKey: ['passagens', 'alertas'],
  queryFn: async ({ signal }) => {
    const { data, headers } = await api('GET', '/api/alertas', { signal });
    acertarRelogio(headers);
    return readList(data, UltimoVeiculo, 'id');
  },
});

/** 'Ciente': the first name stays, whoever says it again. */
export const cienteDoAlerta = () =>
  mutationOptions({
    mutationFn: (id: string) => api('POST', `/api/passagens/${encodeURIComponent(id)}/ciente`),
    meta: {
      failure: serverSentence('Erro ao registrar ciente.'),
      invalidates: [['passagens']],
    },
  });

/** A passage as a camera would report it, marked as a test. */
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
