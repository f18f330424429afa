import { CAMPOS_VEICULO, isProibido } from '@unipark/contract/veiculo';
import { useState } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { OPCOES_STATUS } from '../consulta/filtros.ts';
import { countVeiculos } from './frases.ts';
import type { AtoPedido } from './useLote.ts';

type Props = { quantos: number; onClose: () => void; onConfirm: (ato: AtoPedido) => void };

const { rotulo: STATUS } = CAMPOS_VEICULO.status;
const { pergunta: MOTIVO } = CAMPOS_VEICULO.motivo;

/** Asks for the status of the chosen vehicles, and for the reason of a PROIBIDO. */
export function MudarStatus({ quantos, onClose, onConfirm }: Props) {
  const [status, setStatus] = useState('');
  const [motivo, setMotivo] = useState('');
  const [tentou, setTentou] = useState(false);
  const comMotivo = isProibido(status);
  const confirm = () => {
    setTentou(true);
    if (status === '') return;
    onConfirm({ ato: 'status', status, ...(comMotivo && motivo.trim() && { motivo }) });
  };
  return (
    <Dialog
      open
      title="Mudar status"
      description={`De ${countVeiculos(quantos)}.`}
      onClose={onClose}
      onCtrlEnter={confirm}
      width={480}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" onClick={confirm}>
            Mudar status
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={STATUS} error={tentou && status === '' ? 'Escolha o status.' : undefined}>
          {(control) => (
            <NativeSelect
              {...control}
              placeholder="Selecione…"
              options={OPCOES_STATUS}
              value={status}
              onChange={({ target }) => setStatus(target.value)}
            />
          )}
        </Field>
        {comMotivo && (
          <Field label={MOTIVO} hint="Em branco, fica o motivo que cada veículo já tem.">
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                maxLength={200}
                value={motivo}
                onChange={({ target }) => setMotivo(target.value)}
              />
            )}
          </Field>
        )}
      </div>
    </Dialog>
  );
}
