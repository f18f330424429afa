import { useMutation } from '@tanstack/react-query';
import type { SituacaoCopias } from '@unipark/contract/copia';
import { Button } from '../ui/button/Button.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { updateAjustes } from './api.ts';

const SEM_SEGREDO =
  'Sem o segredo da instalação, quem restaura em outra máquina perde os segundos fatores e as senhas de dispositivos. Com ele, quem tem a cópia pode abri-los.';

/** The schedule, and whether the secret goes along: asked once, and changed here later. */
export function AjustesDeCopias({ situacao }: { situacao: SituacaoCopias }) {
  const { automaticas, com_segredo } = situacao;
  const { mutate, isPending } = useMutation(updateAjustes);
  if (com_segredo === null) {
    const decide = (levar: boolean) => mutate({ com_segredo: levar });
    return (
      <Alert
        tone="warning"
        action={
          <span className="flex flex-wrap gap-2">
            <Button disabled={isPending} onClick={() => decide(true)}>
              Incluir nas cópias
            </Button>
            <Button disabled={isPending} onClick={() => decide(false)}>
              Guardar em outro lugar
            </Button>
          </span>
        }
      >
        {`As cópias devem levar o segredo da instalação? ${SEM_SEGREDO}`}
      </Alert>
    );
  }
  return (
    <Panel as="div">
      <div className="flex flex-wrap gap-x-8">
        <Checkbox
          role="switch"
          label="Fazer uma cópia por hora"
          checked={automaticas}
          disabled={isPending}
          onChange={({ target }) => mutate({ automaticas: target.checked })}
        />
        <Checkbox
          role="switch"
          label="Incluir o segredo da instalação"
          checked={com_segredo}
          disabled={isPending}
          onChange={({ target }) => mutate({ com_segredo: target.checked })}
        />
      </div>
      <p className="text-sm text-muted">
        {`Ficam as de 24 horas, 14 dias e 8 semanas. ${SEM_SEGREDO}`}
      </p>
    </Panel>
  );
}
