import type { Veiculo } from '@unipark/contract/veiculo';
import { part } from '../lib/wire/parts.ts';
import { EditarOuExcluir } from './EditarOuExcluir.tsx';

const EditarVeiculo = part(() =>
  import('../veiculos/edicao/EditarVeiculo.tsx').then((file) => file.EditarVeiculo),
);
const ExcluirVeiculo = part(() =>
  import('../veiculos/consulta/ExcluirVeiculo.tsx').then((file) => file.ExcluirVeiculo),
);

type Props = {
  veiculo: Veiculo;
  onRemoved: () => void;
  /** Receives the text of a failure, or undefined when the next try starts. */
  onFailure: (error?: unknown) => void;
};

export function AcoesDaFicha({ veiculo, onRemoved, onFailure }: Props) {
  return (
    <EditarOuExcluir onAsk={onFailure}>
      {(acao, onClose) => {
        const dialogo = { veiculo, onClose, onFailure };
        return acao === 'editar' ? (
          <EditarVeiculo key={veiculo.placa} {...dialogo} />
        ) : (
          <ExcluirVeiculo {...dialogo} onRemoved={onRemoved} />
        );
      }}
    </EditarOuExcluir>
  );
}
