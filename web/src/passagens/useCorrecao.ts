import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../lib/http.ts';
import { type Correcao, corrigirPlaca } from './historico.ts';

const Atual = z.object({ placa: z.string(), versao: z.int() });

/** A correction that came too late: the plate meant, and the passage as it stands now. */
export type ConflitoDeCorrecao = { placa: string; atual: z.infer<typeof Atual> };

/** Puts a misread plate right, and keeps the conflict where someone else was first. */
export function useCorrecao(id: string) {
  const { mutate, isPending, error, reset } = useMutation(corrigirPlaca());
  const [conflito, setConflito] = useState<ConflitoDeCorrecao>();
  return {
    isPending,
    error,
    conflito,
    reset,
    corrigir(mudanca: Omit<Correcao, 'id'>, onDone?: () => void) {
      mutate(
        { id, ...mudanca },
        {
          onSuccess: () => {
            setConflito(undefined);
            onDone?.();
          },
          onError: (falha) => {
            const atual =
              falha instanceof ApiError && falha.status === 412
                ? Atual.safeParse(falha.atual).data
                : undefined;
            setConflito(atual && { placa: mudanca.placa, atual });
          },
        },
      );
    },
    ficarComAAtual: () => setConflito(undefined),
  };
}
