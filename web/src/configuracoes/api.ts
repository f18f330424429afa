import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { AjustesAlerta, type EdicaoAjustesAlerta } from '@unipark/contract/alerta';
import { SituacaoCameras } from '@unipark/contract/camera';
import { api } from '../lib/wire/http.ts';
import { serverSentence } from '../lib/wire/query.ts';
import { ajustesAlertaQuery } from '../passagens/api.ts';

const AJUSTES = '/api/alertas/ajustes';
const RENOVACAO = 5_000;

export const situacaoCamerasQuery = queryOptions({
  queryKey: ['configuracoes', 'cameras'],
  queryFn: async ({ signal }) =>
    (await api('GET', '/api/cameras/situacao', { signal, schema: SituacaoCameras })).data,
  refetchInterval: RENOVACAO,
});

export const updateAjustesAlerta = mutationOptions({
  mutationKey: ['configuracoes', 'alertas'],
  mutationFn: async (ajustes: EdicaoAjustesAlerta) =>
    (await api('PUT', AJUSTES, { body: ajustes, schema: AjustesAlerta })).data,
  meta: {
    success: 'Alertas atualizados.',
    failure: serverSentence('Erro ao atualizar os alertas.'),
    invalidates: [ajustesAlertaQuery.queryKey],
  },
});
