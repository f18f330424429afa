import type { Ref } from 'react';
import type { FieldControl } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';

type CodigoInputProps = {
  control: FieldControl;
  ref?: Ref<HTMLInputElement> | undefined;
  value: string;
  onChange: (digits: string) => void;
  disabled?: boolean;
};

export const DIGITS = 6;

export function CodigoInput({ control, ref, value, onChange, disabled }: CodigoInputProps) {
  return (
    <Input
      {...control}
      ref={ref}
      name="codigo"
      inputMode="numeric"
      autoComplete="one-time-code"
      className="tabular tracking-[0.3em]"
      // A pasted code has a blank in the middle.
      maxLength={DIGITS + 3}
      readOnly={disabled}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, DIGITS))}
    />
  );
}
