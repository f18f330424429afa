import { part } from '../../lib/wire/parts.ts';
import type { ProprietarioListado } from '../../proprietarios/api.ts';
import { EditarOuExcluir } from '../EditarOuExcluir.tsx';

const EditarProprietario = part(() =>
  import('../../proprietarios/EditarProprietario.tsx').then((file) => file.EditarProprietario),
);
const ExcluirProprietario = part(() =>
  import('../../proprietarios/ExcluirProprietario.tsx').then((file) => file.ExcluirProprietario),
);

type Props = {
  proprietario: ProprietarioListado;
  onRemoved: () => void;
  /** Receives the text of a failure, or undefined when the next try starts. */
  onFailure: (error?: unknown) => void;
};

export function AcoesDoProprietario({ proprietario, onRemoved, onFailure }: Props) {
  return (
    <EditarOuExcluir onAsk={onFailure}>
      {(acao, onClose) => {
        const dialogo = { proprietario, onClose, onFailure };
        return acao === 'editar' ? (
          <EditarProprietario key={proprietario.matricula} {...dialogo} />
        ) : (
          <ExcluirProprietario {...dialogo} onRemoved={onRemoved} />
        );
      }}
    </EditarOuExcluir>
  );
}
