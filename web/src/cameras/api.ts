import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { Camera, TicketCamera } from '@unipark/contract/camera';
import { api } from '../lib/http.ts';
import { readList } from '../lib/list.ts';

/** How often the states of cameras that this page does not play are asked for. */
const SONDAGEM = 10_000;

export const enderecoCamera = (id: string): string => `/api/cameras/${encodeURIComponent(id)}`;

/** The configured cameras and how they stand. No `failure` text: the places say it. */
export const camerasQuery = queryOptions({
  queryKey: ['cameras'],
  queryFn: async ({ signal }) => {
    const { data } = await api('GET', '/api/cameras', { signal });
    return readList(data, Camera, 'id');
  },
  refetchInterval: SONDAGEM,
});

/** A pass to one stream; each opens it once. */
export async function pedirTicket(id: string, signal: AbortSignal): Promise<string> {
  const { data } = await api('POST', `${enderecoCamera(id)}/ticket`, {
    schema: TicketCamera,
    signal,
  });
  return data.ticket;
}

/** The server tries the camera now, instead of at the end of its wait. */
export const tentarCamera = mutationOptions({
  mutationKey: ['cameras', 'tentar'],
  mutationFn: (id: string) => api('POST', `${enderecoCamera(id)}/tentar`),
  meta: { failure: 'Não foi possível tentar de novo agora.', invalidates: [['cameras']] },
});
