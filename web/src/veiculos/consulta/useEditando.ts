import { useQuery } from '@tanstack/react-query';
import { canonica, digitarPlaca, tipoPlaca } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { veiculo } from '../api.ts';
import { Edicao } from '../edicao/edicao.ts';

/** Which vehicle is being edited: the row that was chosen, or the plate of `?editar=PLACA`. */
export function useEditando() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const [escolhido, setEscolhido] = useState<Veiculo | null>(null);
  const pedida = digitarPlaca(params.get('editar') ?? '');
  const valida = tipoPlaca(pedida) !== 'Inválida';
  const { data, isFetchedAfterMount } = useQuery(veiculo(valida ? canonica(pedida) : ''));
  // The dialog starts from the record as it is now, not as it was remembered.
  const encontrado = valida && isFetchedAfterMount ? data : undefined;
  const faltou = pedida !== '' && (!valida || encontrado === null);

  return {
    editando: escolhido ?? encontrado ?? null,
    /** What was typed before, when an edit that failed is opened again. */
    inicial: escolhido ? undefined : Edicao.safeParse(state?.edicao).data,
    /** The plate in the address, when no vehicle has it. */
    naoEncontrada: faltou ? pedida : undefined,
    editar(proximo: Veiculo | null) {
      setEscolhido(proximo);
      if (!params.has('editar')) return;
      const resto = new URLSearchParams(params);
      resto.delete('editar');
      setParams(resto, { replace: true });
    },
  };
}
