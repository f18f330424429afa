import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Ficha } from '@unipark/contract/ficha';
import type { EdicaoVeiculo, Veiculo } from '@unipark/contract/veiculo';
import { useState } from 'react';
import { ApiError } from '../lib/http.ts';
import { useOneAtATime } from '../lib/useOneAtATime.ts';
import { ficha, updateVeiculo } from '../veiculos/api.ts';
import { type Conflito, conflitoDe } from '../veiculos/conflito.ts';

/** What is sent, and what the page may show of it before it is asked again. */
type Mudanca = { corpo: EdicaoVeiculo; mostrar?: Partial<Ficha> };

const fraseDe = (error: ApiError): string => Object.values(error.campos)[0] ?? error.mensagem;

/** One part of the record, changed in its place: whose the vehicle is, its city. */
export function useParte(veiculo: Veiculo | undefined) {
  const client = useQueryClient();
  const editar = useMutation(updateVeiculo());
  const envio = useOneAtATime();
  // The version that was opened: a refresh in the background must not hide a conflict.
  const [de, setDe] = useState<Veiculo>();
  const [conflito, setConflito] = useState<Conflito<Mudanca>>();
  /** Undefined until it was open once: closing, it gives the focus back to its button. */
  const [aberta, setAberta] = useState<boolean>();
  // Another vehicle may have come in its place meanwhile.
  const editando = aberta === true && de !== undefined && de.placa === veiculo?.placa;

  const fechar = () => {
    setAberta(false);
    setConflito(undefined);
    editar.reset();
  };
  const salvar = (mudanca: Mudanca, base = de) => {
    if (!base || !envio.take()) return;
    editar.mutate(
      { de: base, corpo: mudanca.corpo },
      {
        onSuccess(novo) {
          client.setQueryData(
            ficha(novo.placa).queryKey,
            (antes) => antes && { ...antes, ...mudanca.mostrar, veiculo: novo },
          );
          fechar();
        },
        onError(error) {
          setConflito(conflitoDe(error, mudanca));
          // Somebody was here before: what is shown is not what is there.
          void client.invalidateQueries({ queryKey: ['veiculos'] });
        },
        onSettled: envio.release,
      },
    );
  };

  return {
    editando,
    fechada: aberta === false,
    enviando: editar.isPending,
    conflito: editando ? conflito : undefined,
    erro: conflito || !(editar.error instanceof ApiError) ? undefined : fraseDe(editar.error),
    abrir() {
      editar.reset();
      setDe(veiculo);
      setAberta(true);
    },
    fechar,
    salvar,
    usarMinha: () => conflito && salvar(conflito.minha, conflito.atual),
  };
}

export type Parte = ReturnType<typeof useParte>;
