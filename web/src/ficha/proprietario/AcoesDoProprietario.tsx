import { Suspense, useState } from 'react';
import { part } from '../../lib/wire/parts.ts';
import type { ProprietarioListado } from '../../proprietarios/api.ts';
import { Button } from '../../ui/button/Button.tsx';

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
  const [pedido, setPedido] = useState<'editar' | 'excluir'>();
  const ask = (acao: 'editar' | 'excluir') => {
    onFailure();
    setPedido(acao);
  };
  const dialogo = { proprietario, onClose: () => setPedido(undefined), onFailure };
  return (
    <>
      <Button icon="trash" className="mr-auto" onClick={() => ask('excluir')}>
        Excluir
      </Button>
      <Button variant="primary" icon="pencil" onClick={() => ask('editar')}>
        Editar
      </Button>
      <Suspense>
        {pedido === 'editar' && <EditarProprietario key={proprietario.matricula} {...dialogo} />}
        {pedido === 'excluir' && <ExcluirProprietario {...dialogo} onRemoved={onRemoved} />}
      </Suspense>
    </>
  );
}
