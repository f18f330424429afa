import { type ReactNode, Suspense, useState } from 'react';
import { asApiError } from '../lib/wire/errors.ts';
import { Button } from '../ui/button/Button.tsx';

/** What the dialog of either act receives. */
type Dialogo = { onClose: () => void; onFailure: (falha?: unknown) => void };

type Props = {
  renderEdicao: (dialogo: Dialogo) => ReactNode;
  renderExclusao: (dialogo: Dialogo) => ReactNode;
  /** Another act, between the two. */
  children?: ReactNode;
  /** Receives the sentence of a failure, or undefined when the next try starts. */
  onAviso: (frase?: string) => void;
};

/** The two acts on the record of a page, each in its dialog. */
export function EditarOuExcluir({ renderEdicao, renderExclusao, children, onAviso }: Props) {
  const [ato, setAto] = useState<'editar' | 'excluir'>();
  const ask = (pedido: typeof ato) => {
    onAviso();
    setAto(pedido);
  };
  const dialogo: Dialogo = {
    onClose: () => setAto(undefined),
    onFailure: (falha) => onAviso(falha === undefined ? undefined : asApiError(falha).mensagem),
  };
  return (
    <>
      <Button icon="trash" className="mr-auto" onClick={() => ask('excluir')}>
        Excluir
      </Button>
      {children}
      <Button variant="primary" icon="pencil" onClick={() => ask('editar')}>
        Editar
      </Button>
      <Suspense>
        {ato === 'editar' && renderEdicao(dialogo)}
        {ato === 'excluir' && renderExclusao(dialogo)}
      </Suspense>
    </>
  );
}
