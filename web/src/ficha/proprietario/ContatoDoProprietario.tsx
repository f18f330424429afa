import { CAMPOS_PROPRIETARIO, type ProprietarioCompleto } from '@unipark/contract/proprietario';
import { formatTelefone } from '@unipark/contract/telefone';
import { Button } from '../../ui/button/Button.tsx';
import { Fact } from '../../ui/layout/Fact.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { NAO_INFORMADO } from '../../veiculos/rotulos.ts';
import { Secao } from '../Secao.tsx';
import { FormularioContato } from './FormularioContato.tsx';
import type { ContactPart } from './useContato.ts';

type Props = { proprietario: ProprietarioCompleto; contato: ContactPart };

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
