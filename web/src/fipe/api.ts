import { queryOptions } from '@tanstack/react-query';
import { RespostaFipe } from '@unipark/contract/fipe';
import { api } from '../lib/wire/http.ts';

/** One make, model or year: its label and the code for the next list. */
export type OpcaoCatalogo = { label: string; value: string };

const HORA = 60 * 60_000;
/** An empty level may fill soon: a provider is asked, or a file is imported. */
const PAUSA = 60_000;

/** A failure is only logged: the field accepts typed text. An empty code in the path sends no request. */
const opcoesQuery = (caminho: string[]) =>
  queryOptions<OpcaoCatalogo[]>({
    queryKey: ['fipe', ...caminho],
    enabled: caminho.every(Boolean),
    staleTime: ({ state }) => (state.data?.length ? HORA : PAUSA),
    gcTime: HORA,
    retry: false,
    queryFn: async ({ signal }) => {
      const partes = caminho.map(encodeURIComponent).join('/');
      const { data } = await api('POST', `/fipe/${partes}`, {
        body: {},
        signal,
        schema: RespostaFipe,
      });
      return data.data.map(({ Label, Value }) => ({ label: Label, value: Value }));
    },
  });

export const marcasQuery = (tipo: string) => opcoesQuery([tipo]);
export const modelosQuery = (tipo: string, marca: string) => opcoesQuery([tipo, marca]);
export const anosQuery = (tipo: string, marca: string, modelo: string) =>
  opcoesQuery([tipo, marca, modelo]);
