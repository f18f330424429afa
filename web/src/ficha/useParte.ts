import { useQueryClient } from '@tanstack/react-query';
import type { Ficha } from '@unipark/contract/ficha';
import { type EdicaoVeiculo, Veiculo } from '@unipark/contract/veiculo';
import { useState } from 'react';
import { useEdit } from '../lib/screen/useEdit.ts';
import { ApiError } from '../lib/wire/http.ts';
import { fichaQuery, updateVeiculo } from '../veiculos/api.ts';

/** The fields to send, and what the page shows before it is reloaded. */
type PartChange = { corpo: EdicaoVeiculo; mostrar?: Partial<Ficha> };

const describeErro = (error: ApiError): string => Object.values(error.campos)[0] ?? error.mensagem;

/** Edits one part of the record in its place: the owner or the city. */
export function useParte(veiculo: Veiculo | undefined) {
  const client = useQueryClient();
  const editar = useEdit(updateVeiculo(), Veiculo);
  // The version at the opening: a background refresh must not hide a conflict.
  const [de, setDe] = useState<Veiculo>();
  /** Undefined before the first opening: only closing returns the focus to the button. */
  const [aberta, setAberta] = useState<boolean>();
  // The page may show another vehicle by now.
  const editando = aberta === true && de !== undefined && de.placa === veiculo?.placa;

  const close = () => {
    setAberta(false);
    editar.dismiss();
  };
  const save = ({ corpo, mostrar }: PartChange) => {
    const base = editar.current ?? de;
    if (!base) return;
    editar.send(base, corpo, {
      onSaved(novo) {
        client.setQueryData(
          fichaQuery(novo.placa).queryKey,
          (antes) => antes && { ...antes, ...mostrar, veiculo: novo },
        );
        close();
      },
      // The data on screen may be old.
      onFailure: () => void client.invalidateQueries({ queryKey: ['veiculos'] }),
    });
  };

  return {
    editando,
    fechada: aberta === false,
    enviando: editar.isPending,
    /** The record after another edit, while the person chooses between the two. */
    atual: editando ? editar.current : undefined,
    erro: editar.error instanceof ApiError ? describeErro(editar.error) : undefined,
    open() {
      editar.dismiss();
      setDe(veiculo);
      setAberta(true);
    },
    close,
    save,
  };
}

export type PartState = ReturnType<typeof useParte>;
