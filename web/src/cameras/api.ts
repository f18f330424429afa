import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { Camera, TicketCamera } from '@unipark/contract/camera';
import { api } from '../lib/wire/http.ts';
import { readList } from '../lib/wire/list.ts';

/** How often the states of cameras that this page does not play are requested. */
const SONDAGEM = 10_000;

export const pathOfCamera = (id: string): string => `/api/cameras/${encodeURIComponent(id)}`;

/** The configured cameras and their states. No `failure` text: the tiles show it. */
export const camerasQuery = queryOptions({
  queryKey: ['cameras'],
  queryFn: async ({ signal }) => {
    const { data } = await api('GET', '/api/cameras', { signal });
    return readList(data, Camera, 'id');
  },
  refetchInterval: SONDAGEM,
});

/** A ticket for one stream; it opens one connection. */
export async function requestTicket(id: string, signal: AbortSignal): Promise<string> {
  const { data } = await api('POST', `${pathOfCamera(id)}/ticket`, {
    schema: TicketCamera,
    signal,
  });
  return data.ticket;
}

/** Makes the server try the camera now, before its wait has ended. */
export const retryCamera = mutationOptions({
  mutationKey: ['cameras', 'tentar'],
  mutationFn: (id: string) => api('POST', `${pathOfCamera(id)}/tentar`),
  meta: { failure: 'Não foi possível tentar de novo agora.', invalidates: [['cameras']] },
});
