import { queryOptions } from '@tanstack/react-query';
import { RespostaFipe } from '@unipark/contract/fipe';
import { api } from '../lib/http.ts';

/** One brand, model or year: what is read and the code that leads to the next list. */
export type OpcaoCatalogo = { label: string; value: string };

/**
 * Brands of a type, models of a brand, years of a model. A failure is only logged: the list stays
 * empty and the field takes typed text. An empty code on the way means nothing to ask.
 */
const opcoes = (caminho: string[]) =>
  queryOptions({
    queryKey: ['fipe', ...caminho],
    enabled: caminho.every(Boolean),
    staleTime: 60 * 60_000,
    retry: false,
    queryFn: async ({ signal }): Promise<OpcaoCatalogo[]> => {
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
