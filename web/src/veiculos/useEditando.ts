import { useQuery } from '@tanstack/react-query';
import { canonica, digitarPlaca, tipoPlaca } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { veiculo } from './api.ts';

/** Which vehicle is being edited: the row that was chosen, or the plate of `?editar=PLACA`. */
export function useEditando() {
  const [params, setParams] = useSearchParams();
  const [escolhido, setEscolhido] = useState<Veiculo | null>(null);
  const pedida = digitarPlaca(params.get('editar') ?? '');
  const valida = tipoPlaca(pedida) !== 'Inválida';
  const { data } = useQuery(veiculo(valida ? canonica(pedida) : ''));
  const faltou = pedida !== '' && (!valida || data === null);

  return {
    editando: escolhido ?? (valida ? (data ?? null) : null),
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
