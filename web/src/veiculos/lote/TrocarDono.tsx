import { useState } from 'react';
import {
  type ProprietarioOption,
  ProprietarioSelect,
} from '../../proprietarios/ProprietarioSelect.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { SelectField } from '../../ui/select/SelectField.tsx';
import { countVeiculos } from './frases.ts';
import type { AtoPedido } from './useLote.ts';

type Props = { quantos: number; onClose: () => void; onConfirm: (ato: AtoPedido) => void };

/** Asks for the new owner of the chosen vehicles. */
export function TrocarDono({ quantos, onClose, onConfirm }: Props) {
  const [dono, setDono] = useState<ProprietarioOption | null>(null);
  const [tentou, setTentou] = useState(false);
  const confirm = () => {
    setTentou(true);
    if (dono) onConfirm({ ato: 'proprietario', proprietario_matricula: dono.matricula });
  };
  return (
    <Dialog
      open
      title="Trocar proprietário"
      description={`De ${countVeiculos(quantos)}.`}
      onClose={onClose}
      onCtrlEnter={confirm}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" onClick={confirm}>
            Trocar proprietário
          </Button>
        </>
      }
    >
      <SelectField
        label="Novo proprietário"
        error={tentou && !dono ? 'Escolha o proprietário.' : undefined}
      >
        {(control) => <ProprietarioSelect {...control} value={dono} onChange={setDono} />}
      </SelectField>
    </Dialog>
  );
}
