import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from '../lib/store.ts';
import { ultimosVeiculosQuery } from './api.ts';
import { aoVivoAgora, watchPassagens } from './eventos.ts';

/** While the stream is down, the list is asked for this often. */
const SONDAGEM = 5_000;

/** The live cards, which of them are new, and how the stream is. */
export function useCartoes() {
  const client = useQueryClient();
  const { ligado, sinal } = useStore(aoVivoAgora);
  const query = useQuery({
    ...ultimosVeiculosQuery,
    refetchInterval: ligado ? false : SONDAGEM,
  });
  useEffect(() => watchPassagens(client), [client]);

  const { data } = query;
  // Nothing was ever loaded, and each new try begins as if none had failed.
  const faltam = data === undefined && query.errorUpdateCount > 0;
  const [primeiros, setPrimeiros] = useState<ReadonlySet<string>>();
  if (data && !primeiros) setPrimeiros(new Set(data.map((item) => item.id)));

  return {
    cartoes: data,
    carregando: query.isPending && !faltam,
    faltam,
    ehNova: (id: string): boolean => primeiros !== undefined && !primeiros.has(id),
    ligado,
    sinal,
    dadosDe: Math.max(sinal, query.dataUpdatedAt),
  };
}
