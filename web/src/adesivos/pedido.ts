/** Which vehicles get labels: the address names plates, or the filters of the list. */
import { queryOptions } from '@tanstack/react-query';
import type { Veiculo } from '@unipark/contract/veiculo';
import { veiculosQuery } from '../veiculos/api.ts';
import { ADESIVOS_MAXIMO } from '../veiculos/caminho.ts';
import { FILTROS } from '../veiculos/consulta/filtros.ts';

/** Most vehicles that are printed at once: fifty sheets. */
export const VEICULOS_MAXIMO = 500;
/** Read in one request. */
const FATIA = 100;

const BUSCA_E_FILTROS = ['q', ...FILTROS];

/** The vehicles of one print, after a cursor. */
export const impressaoQuery = (filtros: Record<string, string>, apos: string | undefined) =>
  queryOptions({
    queryKey: ['veiculos', 'adesivos', filtros, apos],
    queryFn: async ({ client }) => {
      const veiculos: Veiculo[] = [];
      for (let ponto = apos; ; ) {
        const pagina = await client.fetchQuery(
          veiculosQuery({ ...filtros, limite: FATIA, ...(ponto && { apos: ponto }) }),
        );
        veiculos.push(...pagina.items);
        ponto = pagina.next;
        if (!ponto || veiculos.length >= VEICULOS_MAXIMO) return { ...pagina, items: veiculos };
      }
    },
  });

/** The plates of the address, each once. */
export const readPlacas = (params: URLSearchParams): string[] =>
  [...new Set((params.get('placas') ?? '').split(',').filter(Boolean))].slice(0, ADESIVOS_MAXIMO);

/** The filters of the address, without those that are empty. */
export const readFiltros = (params: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    BUSCA_E_FILTROS.map((nome) => [nome, params.get(nome) ?? '']).filter(
      ([, valor]) => valor !== '',
    ),
  );

/** Only a vehicle that may enter gets a label. */
export const isApto = ({ status }: Pick<Veiculo, 'status'>): boolean => status === 'ATIVO';

/** The labels in sheets of ten; the first one begins at a free place of a used sheet, from 0. */
export function arrangeFolhas<T>(adesivos: readonly T[], inicio: number): (T | null)[][] {
  const lugares: (T | null)[] = [...Array<null>(inicio).fill(null), ...adesivos];
  return Array.from({ length: Math.ceil(lugares.length / POR_FOLHA) }, (_, folha) =>
    lugares.slice(folha * POR_FOLHA, (folha + 1) * POR_FOLHA),
  );
}

/** Two columns of five on A4: labels of 99,1 × 57 mm. */
export const POR_FOLHA = 10;
