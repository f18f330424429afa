import { useRef, useState } from 'react';
import { number } from '../../lib/time/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { countVeiculos } from './frases.ts';
import type { AtoPedido } from './useLote.ts';

type Props = { quantos: number; onClose: () => void; onConfirm: (ato: AtoPedido) => void };

/** Deleting is not undone, so the person types how many vehicles it is. */
export function ExcluirMuitos({ quantos, onClose, onConfirm }: Props) {
  const [digitado, setDigitado] = useState('');
  const [tentou, setTentou] = useState(false);
  const campo = useRef<HTMLInputElement>(null);
  const igual = digitado.replace(/[.\s]/g, '') === String(quantos);
  const confirm = () => {
    setTentou(true);
    if (igual) onConfirm({ ato: 'excluir' });
    else campo.current?.focus();
  };
  return (
    <Dialog
      open
      title={`Excluir ${countVeiculos(quantos)}`}
      description="Essa ação não poderá ser desfeita."
      onClose={onClose}
      onCtrlEnter={confirm}
      initialFocus={campo}
      width={480}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="danger" onClick={confirm}>
            Excluir
          </Button>
        </>
      }
    >
      <Field
        label={`Digite ${number(quantos)} para confirmar`}
        error={tentou && !igual ? `Digite o número de veículos: ${number(quantos)}.` : undefined}
      >
        {(control) => (
          <Input
            {...control}
            ref={campo}
            inputMode="numeric"
            autoComplete="off"
            value={digitado}
            onChange={({ target }) => setDigitado(target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
