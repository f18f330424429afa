import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { type SelectControl, SelectField } from '../ui/SelectField.tsx';
import type { Parte } from './useParte.ts';

type Props = {
  parte: Parte;
  label: string;
  labelAfter?: ReactNode;
  podeSalvar: boolean;
  onSalvar: () => void;
  /** Stands at the left of the buttons. */
  outra?: ReactNode;
  children: (control: SelectControl) => ReactNode;
};

/** A choice made in its place. */
export function FormularioDaParte(props: Props) {
  const { parte, label, labelAfter, podeSalvar, onSalvar, outra, children } = props;
  const { enviando, erro, fechar } = parte;
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (podeSalvar) onSalvar();
      }}
    >
      <SelectField label={label} labelAfter={labelAfter} error={erro}>
        {children}
      </SelectField>
      <div className="flex flex-wrap justify-end gap-2">
        {outra}
        <Button onClick={fechar} disabled={enviando}>
          Cancelar
        </Button>
        <Button variant="primary" type="submit" loading={enviando} disabled={!podeSalvar}>
          Salvar
        </Button>
      </div>
    </form>
  );
}
