import type { Veiculo } from '@unipark/contract/veiculo';
import { Suspense, useState } from 'react';
import { part } from '../lib/wire/parts.ts';
import { Button } from '../ui/button/Button.tsx';

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
  const [pedido, setPedido] = useState<'editar' | 'excluir'>();
  const ask = (acao: 'editar' | 'excluir') => {
    onFailure();
    setPedido(acao);
  };
  const finish = () => setPedido(undefined);
  return (
    <>
      <Button icon="trash" className="mr-auto" onClick={() => ask('excluir')}>
        Excluir
      </Button>
      <Button variant="primary" icon="pencil" onClick={() => ask('editar')}>
        Editar
      </Button>
      <Suspense>
        {pedido === 'editar' && (
          <EditarVeiculo
            key={veiculo.placa}
            veiculo={veiculo}
            onClose={finish}
            onFailure={onFailure}
          />
        )}
        {pedido === 'excluir' && (
          <ExcluirVeiculo
            veiculo={veiculo}
            onClose={finish}
            onRemoved={onRemoved}
            onFailure={onFailure}
          />
        )}
      </Suspense>
    </>
  );
}
