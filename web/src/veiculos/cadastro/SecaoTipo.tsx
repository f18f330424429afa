import { TIPOS, type TipoVeiculo } from '@unipark/contract/veiculo';
import type { Ref } from 'react';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { Rotulo } from '../Rotulo.tsx';

const OPCOES = [
  { value: '1', label: TIPOS['1'], hint: 'Carros e utilitários pequenos', icon: 'car' },
  { value: '2', label: TIPOS['2'], hint: 'Motos', icon: 'motorcycle' },
  { value: '3', label: TIPOS['3'], hint: 'Caminhões e micro-ônibus', icon: 'truck' },
] as const;

type Props = {
  value: string;
  onChange: (tipo: TipoVeiculo) => void;
  erro?: string;
  /** Reaches the first card, where the next registration begins. */
  inicio: Ref<HTMLInputElement>;
};

export function SecaoTipo({ value, onChange, erro, inicio }: Props) {
  return (
    <Field
      group
      label={<Rotulo numero={1}>Tipo</Rotulo>}
      error={erro}
      className="desktop:col-span-6"
    >
      {(control) => (
        <RadioCards
          {...control}
          ref={inicio}
          name="tipo"
          options={OPCOES}
          value={value as TipoVeiculo | ''}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
