import {
  ESCOLHIDOS_MAXIMO,
  FiltroLote,
  LOTE_MAXIMO,
  type PedidoLote,
} from '@unipark/contract/loteVeiculos';
import type { Veiculo } from '@unipark/contract/veiculo';
import { useState } from 'react';
import type { ListScreen } from '../../lib/screen/useListScreen.ts';
import type { RowSelection } from '../../ui/table/tableTypes.ts';

type StoredSelection = {
  /** The list that it belongs to: its term and filters. */
  lista: string;
  /** By plate: the version that the list showed. */
  escolhidos: ReadonlyMap<string, number>;
  /** The number on screen when all results were chosen. */
  todos: number | undefined;
};

/** The chosen vehicles of a list. They stay on other pages; another term or filter clears them. */
export function useSelecao({ state: { q, filtros }, counted }: ListScreen<Veiculo>) {
  const lista = JSON.stringify([q, filtros]);
  const vazia: StoredSelection = { lista, escolhidos: new Map(), todos: undefined };
  const [guardada, setGuardada] = useState(vazia);
  const { escolhidos, todos } = guardada.lista === lista ? guardada : vazia;
  const daPagina = counted?.items ?? [];
  const versoes = new Map(daPagina.map(({ placa, versao }) => [placa, versao]));
  const quantos = todos ?? escolhidos.size;

  const table: RowSelection<Veiculo> = {
    isSelected: ({ placa }) => todos !== undefined || escolhidos.has(placa),
    select(veiculos, selecionar) {
      // Without one of them it is no longer 'all': the rows on screen stay chosen.
      const novos = new Map(todos === undefined ? escolhidos : versoes);
      for (const { placa, versao } of veiculos) {
        if (!selecionar) novos.delete(placa);
        else if (novos.size < ESCOLHIDOS_MAXIMO) novos.set(placa, versao);
      }
      setGuardada({ lista, escolhidos: novos, todos: undefined });
    },
    label: ({ placa }) => `Selecionar veículo ${placa}`,
    pageLabel: 'Selecionar a página',
  };

  const total = counted?.mais ? undefined : counted?.total;
  return {
    table,
    quantos,
    /** All results are chosen. */
    isTodos: todos !== undefined,
    placas: [...escolhidos.keys()],
    /** How many results 'all' would be; undefined when it adds none, or when they are too many. */
    oferta:
      todos === undefined && total !== undefined && total > quantos && total <= LOTE_MAXIMO
        ? total
        : undefined,
    selectTodos: () => setGuardada({ lista, escolhidos, todos: total }),
    clear: () => setGuardada(vazia),
    /** The vehicles as the server gets them: chosen ones as last seen, or the list's filter. */
    get alvo(): Pick<PedidoLote, 'veiculos' | 'filtro' | 'total'> {
      if (todos !== undefined) {
        const postos = Object.entries({ q, ...filtros }).filter(([, valor]) => valor !== '');
        return { filtro: FiltroLote.parse(Object.fromEntries(postos)), total: todos };
      }
      const veiculos = [...escolhidos].map(([placa, versao]) => ({
        placa,
        versao: versoes.get(placa) ?? versao,
      }));
      return { veiculos, total: veiculos.length };
    },
  };
}

export type Selecao = ReturnType<typeof useSelecao>;
