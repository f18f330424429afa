import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';

type Props = {
  matricula: string;
  /** The owner was on screen and has been deleted. */
  sumiu: boolean;
};

/** For a matrícula that is not registered. */
export function ProprietarioSemCadastro({ matricula, sumiu }: Props) {
  return (
    <EmptyState
      icon="users"
      title={
        sumiu
          ? `O proprietário ${matricula} não está mais no cadastro.`
          : `A matrícula ${matricula} não está cadastrada.`
      }
      text={sumiu ? 'O cadastro foi excluído enquanto estava aberto aqui.' : undefined}
    >
      <ButtonLink to="/proprietarios/cadastrar" variant="primary" icon="plus">
        Cadastrar proprietário
      </ButtonLink>
    </EmptyState>
  );
}
