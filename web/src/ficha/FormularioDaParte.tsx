import type { ReactNode } from 'react';
import { Button } from '../ui/button/Button.tsx';
import { type SelectControl, SelectField } from '../ui/select/SelectField.tsx';
import type { PartState } from './useParte.ts';

type Props = {
  parte: PartState;
  label: string;
  labelAfter?: ReactNode;
  podeSalvar: boolean;
  onSave: () => void;
  /** At the left of the buttons. */
  outra?: ReactNode;
  children: (control: SelectControl) => ReactNode;
};

export function FormularioDaParte(props: Props) {
  const { parte, label, labelAfter, podeSalvar, onSave, outra, children } = props;
  const { enviando, erro, close } = parte;
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (podeSalvar) onSave();
      }}
    >
      <SelectField label={label} labelAfter={labelAfter} error={erro}>
        {children}
      </SelectField>
      <div className="flex flex-wrap justify-end gap-2">
        {outra}
        <Button onClick={close} disabled={enviando}>
          Cancelar
        </Button>
        <Button variant="primary" type="submit" loading={enviando} disabled={!podeSalvar}>
          Salvar
        </Button>
      </div>
    </form>
  );
}
