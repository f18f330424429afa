import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Passagem } from '@unipark/contract/passagem';
import { useEffect } from 'react';
import { focusHeading } from '../../lib/screen/focusHeading.ts';
import type { ListScreen } from '../../lib/screen/useListScreen.ts';
import { listQuery } from '../../lib/wire/listQuery.ts';
import { ultimosVeiculosQuery } from '../api.ts';
import { watchPassagens } from '../stream/eventos.ts';
import { novasQuery } from './historico.ts';

/** How many passages of the list's query arrived since its first page was read, and how to show them. */
export function useNovas({ page, state, change }: ListScreen<Passagem>) {
  const client = useQueryClient();
  useEffect(() => watchPassagens(client), [client]);
  const { data: cartoes } = useQuery(ultimosVeiculosQuery);
  const chegada = cartoes?.[0]?.id ?? '';

  // A later page does not know the newest passage.
  const ehPrimeira = page.isSuccess && !page.isPlaceholderData && !page.data.previous;
  const vista = (ehPrimeira && page.data.items[0]?.id) || '0';
  const { limite: _, apos: __, antes: ___, ...filtros } = listQuery(state);
  const pergunta = ehPrimeira && Number(chegada) > Number(vista);
  const { data } = useQuery({
    ...novasQuery({ ...filtros, depois: vista }, chegada),
    enabled: pergunta,
  });

  return {
    novas: pergunta ? (data ?? 0) : 0,
    show() {
      // The button disappears with the focus on it.
      focusHeading();
      if (state.apos || state.antes) change({});
      else void page.refetch();
    },
  };
}
