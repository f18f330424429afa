import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { UltimoVeiculo } from '@unipark/contract/passagem';
import { api } from '../lib/http.ts';
import { readList } from '../lib/list.ts';
import { serverSentence } from '../lib/query.ts';

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
