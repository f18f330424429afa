import type { Ref } from 'react';
import type { FieldControl } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';

type CodigoInputProps = {
  control: FieldControl;
  ref?: Ref<HTMLInputElement> | undefined;
  value: string;
  onChange: (digits: string) => void;
  disabled?: boolean;
};

export const DIGITS = 6;

/** Six digits of an authenticator app, however they are pasted. */
export function CodigoInput({ control, ref, value, onChange, disabled }: CodigoInputProps) {
  return (
    <Input
      {...control}
      ref={ref}
      name="codigo"
      inputMode="numeric"
      autoComplete="one-time-code"
      className="tabular tracking-[0.3em]"
      // Pasted codes come with a blank in the middle.
      maxLength={DIGITS + 3}
      readOnly={disabled}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, DIGITS))}
    />
  );
}
