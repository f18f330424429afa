import { useQueryClient } from '@tanstack/react-query';
import { type ContatoProprietario, ProprietarioCompleto } from '@unipark/contract/proprietario';
import { fichaProprietarioQuery, updateContato } from '../../proprietarios/api.ts';
import { useParte } from '../useParte.ts';

const DO_CONTATO = {
  edicao: updateContato,
  schema: ProprietarioCompleto,
  keyOf: ({ matricula }: ProprietarioCompleto) => matricula,
  consultas: ['proprietarios'],
};

/** The contact, edited in its place. */
export function useContato(proprietario: ProprietarioCompleto | undefined) {
  const client = useQueryClient();
  const parte = useParte(proprietario, DO_CONTATO);
  return {
    ...parte,
    save: (corpo: ContatoProprietario, onFailure: (error: unknown) => void) =>
      parte.save(
        corpo,
        (novo) =>
          client.setQueryData(
            fichaProprietarioQuery(novo.matricula).queryKey,
            (antes) => antes && { ...antes, proprietario: novo },
          ),
        onFailure,
      ),
  };
}

export type ContactPart = ReturnType<typeof useContato>;
