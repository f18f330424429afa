import { type MutationOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { Ficha } from '@unipark/contract/ficha';
import { type EdicaoVeiculo, Veiculo } from '@unipark/contract/veiculo';
import { useState } from 'react';
import { type Edit, useEdit } from '../lib/screen/useEdit.ts';
import { ApiError, type Reader } from '../lib/wire/http.ts';
import { fichaQuery, updateVeiculo } from '../veiculos/api.ts';

type PartKind<R, B> = {
  edicao: MutationOptions<R, Error, Edit<R, B>>;
  schema: Reader<R>;
  keyOf: (registro: R) => string;
  /** The queries that show the record: after a failure they may be old. */
  consultas: QueryKey;
};

const describeErro = (error: ApiError): string => Object.values(error.campos)[0] ?? error.mensagem;

/** Edits one part of a record in its place. */
export function useParte<R, B>(
  registro: R | undefined,
  { edicao, schema, keyOf, consultas }: PartKind<R, B>,
) {
  const client = useQueryClient();
  const editar = useEdit(edicao, schema);
  // The version at the opening: a background refresh must not hide a conflict.
  const [de, setDe] = useState<R>();
  /** Undefined before the first opening: only closing returns the focus to the button. */
  const [aberta, setAberta] = useState<boolean>();
  // The page may show another record by now.
  const editando =
    aberta === true && de !== undefined && registro !== undefined && keyOf(de) === keyOf(registro);

  const close = () => {
    setAberta(false);
    editar.dismiss();
  };
  /** `show` puts the saved record on the page before it is reloaded. */
  const save = (corpo: B, show: (novo: R) => void, onFailure?: (error: unknown) => void) => {
    const base = editar.current ?? de;
    if (base === undefined) return;
    editar.send(base, corpo, {
      onSaved(novo) {
        show(novo);
        close();
      },
      onFailure(error) {
        void client.invalidateQueries({ queryKey: consultas });
        onFailure?.(error);
      },
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
      setDe(registro);
      setAberta(true);
    },
    close,
    /** Back to the form, with what was typed. */
    dismiss: editar.dismiss,
    save,
  };
}

/** The fields to send, and what the page shows before it is reloaded. */
type PartChange = { corpo: EdicaoVeiculo; mostrar?: Partial<Ficha> };

const DO_VEICULO = {
  edicao: updateVeiculo(),
  schema: Veiculo,
  keyOf: ({ placa }: Veiculo) => placa,
  consultas: ['veiculos'],
};

/** A part of a vehicle's record: the owner or the city. */
export function useParteDoVeiculo(veiculo: Veiculo | undefined) {
  const client = useQueryClient();
  const parte = useParte(veiculo, DO_VEICULO);
  return {
    ...parte,
    save: ({ corpo, mostrar }: PartChange) =>
      parte.save(corpo, (novo) =>
        client.setQueryData(
          fichaQuery(novo.placa).queryKey,
          (antes) => antes && { ...antes, ...mostrar, veiculo: novo },
        ),
      ),
  };
}

export type PartState = ReturnType<typeof useParteDoVeiculo>;
