import { useQuery } from '@tanstack/react-query';
import type { Passagem } from '@unipark/contract/passagem';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { umaPassagem } from './historico.ts';

/** Which passage is open: the row that was chosen, or the one of `?passagem=ID`. */
export function useAberta() {
  const [params, setParams] = useSearchParams();
  const [escolhida, setEscolhida] = useState<Passagem>();
  const pedida = params.get('passagem') ?? '';
  const { data } = useQuery(umaPassagem(pedida));
  return {
    aberta: escolhida ?? (pedida ? (data ?? undefined) : undefined),
    /** The address names a passage that nobody knows. */
    faltou: pedida !== '' && data === null,
    abrir: setEscolhida,
    fechar() {
      setEscolhida(undefined);
      if (!pedida) return;
      const resto = new URLSearchParams(params);
      resto.delete('passagem');
      setParams(resto, { replace: true });
    },
  };
}
