import { useQueryClient } from '@tanstack/react-query';
import {
  CAMPOS_PROPRIETARIO,
  type ContatoProprietario,
  ProprietarioCompleto,
} from '@unipark/contract/proprietario';
import { formatTelefone } from '@unipark/contract/telefone';
import { fichaProprietarioQuery, updateContato } from '../../proprietarios/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Fact } from '../../ui/layout/Fact.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { NAO_INFORMADO } from '../../veiculos/rotulos.ts';
import { Secao } from '../Secao.tsx';
import { useParte } from '../useParte.ts';
import { FormularioContato } from './FormularioContato.tsx';

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

export type ContactState = ReturnType<typeof useContato>;

type Props = { proprietario: ProprietarioCompleto; contato: ContactState };

export function ContatoDoProprietario({ proprietario, contato }: Props) {
  const { email, telefone } = proprietario;
  const vazio = email === null && telefone === null;
  return (
    <Secao
      titulo="Contato"
      acao={
        !contato.editando && (
          <Button icon="pencil" autoFocus={contato.fechada} onClick={contato.open}>
            {vazio ? 'Informar contato' : 'Alterar contato'}
          </Button>
        )
      }
    >
      {contato.editando ? (
        <FormularioContato proprietario={proprietario} contato={contato} />
      ) : vazio ? (
        <p className="text-muted">{NAO_INFORMADO}</p>
      ) : (
        <Facts>
          <Fact label={CAMPOS_PROPRIETARIO.email.rotulo}>
            {email === null ? NAO_INFORMADO : <a href={`mailto:${email}`}>{email}</a>}
          </Fact>
          <Fact label={CAMPOS_PROPRIETARIO.telefone.rotulo}>
            {telefone === null ? (
              NAO_INFORMADO
            ) : (
              <a href={`tel:${telefone}`}>{formatTelefone(telefone)}</a>
            )}
          </Fact>
        </Facts>
      )}
    </Secao>
  );
}
