import { type ReactNode, Suspense, useState } from 'react';
import { Button } from '../ui/button/Button.tsx';

type Acao = 'editar' | 'excluir';

type Props = {
  /** A new try starts: the failure of the last one is cleared. */
  onAsk: () => void;
  /** The dialog of the chosen act. */
  children: (acao: Acao, finish: () => void) => ReactNode;
};

/** The two acts on the record of a page, each in its dialog. */
export function EditarOuExcluir({ onAsk, children }: Props) {
  const [pedido, setPedido] = useState<Acao>();
  const ask = (acao: Acao) => {
    onAsk();
    setPedido(acao);
  };
  return (
    <>
      <Button icon="trash" className="mr-auto" onClick={() => ask('excluir')}>
        Excluir
      </Button>
      <Button variant="primary" icon="pencil" onClick={() => ask('editar')}>
        Editar
      </Button>
      <Suspense>{pedido && children(pedido, () => setPedido(undefined))}</Suspense>
    </>
  );
}
