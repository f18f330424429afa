import { queryOptions } from '@tanstack/react-query';
import { RespostaFipe } from '@unipark/contract/fipe';
import { api } from '../lib/http.ts';

/** One brand, model or year: what is read and the code that leads to the next list. */
export type OpcaoCatalogo = { label: string; value: string };

const HORA = 60 * 60_000;
/** An empty level may fill in a moment: a provider was asked, or a file is being imported. */
const PAUSA = 60_000;

/**
 * Brands of a type, models of a brand, years of a model. A failure is only logged: the list stays
 * empty and the field takes typed text. An empty code on the way means nothing to ask.
 */
const opcoes = (caminho: string[]) =>
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

export const marcas = (tipo: string) => opcoes([tipo]);
export const modelos = (tipo: string, marca: string) => opcoes([tipo, marca]);
export const anos = (tipo: string, marca: string, modelo: string) => opcoes([tipo, marca, modelo]);
