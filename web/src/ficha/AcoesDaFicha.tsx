import type { Veiculo } from '@unipark/contract/veiculo';
import { Suspense, useState } from 'react';
import { part } from '../lib/parts.ts';
import { Button } from '../ui/Button.tsx';
import type { ConflitoVeiculo } from '../veiculos/conflito.ts';

const EditarVeiculo = part(() =>
  import('../veiculos/edicao/EditarVeiculo.tsx').then((file) => file.EditarVeiculo),
);
const ExcluirVeiculo = part(() =>
  import('../veiculos/consulta/ExcluirVeiculo.tsx').then((file) => file.ExcluirVeiculo),
);
const ConflitoDeVeiculo = part(() =>
  import('../veiculos/edicao/ConflitoDeVeiculo.tsx').then((file) => file.ConflitoDeVeiculo),
);

type Props = {
  veiculo: Veiculo;
  onRemoved: () => void;
  /** Tells of a failure, or that the next attempt begins. */
  onFailure: (error?: unknown) => void;
};

/** Editar and Excluir, each with the dialog that the list has for it. */
export function AcoesDaFicha({ veiculo, onRemoved, onFailure }: Props) {
  const [pedido, setPedido] = useState<'editar' | 'excluir'>();
  const [conflito, setConflito] = useState<ConflitoVeiculo>();
  const pedir = (acao: 'editar' | 'excluir') => {
    onFailure();
    setPedido(acao);
  };
  const pronto = () => setPedido(undefined);
  return (
    <>
      <Button icon="trash" className="mr-auto" onClick={() => pedir('excluir')}>
        Excluir
      </Button>
      <Button variant="primary" icon="pencil" onClick={() => pedir('editar')}>
        Editar
      </Button>
      <Suspense>
        {pedido === 'editar' && (
          <EditarVeiculo
            key={veiculo.placa}
            veiculo={veiculo}
            onClose={pronto}
            onFailure={onFailure}
            onConflict={setConflito}
          />
        )}
        {pedido === 'excluir' && (
          <ExcluirVeiculo
            veiculo={veiculo}
            onClose={pronto}
            onRemoved={onRemoved}
            onFailure={onFailure}
          />
        )}
        {conflito && (
          <ConflitoDeVeiculo
            conflito={conflito}
            onClose={() => setConflito(undefined)}
            onFailure={onFailure}
            onConflict={setConflito}
          />
        )}
      </Suspense>
    </>
  );
}
