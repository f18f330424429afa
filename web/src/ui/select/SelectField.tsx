import { type ComponentProps, type ReactNode, useId } from 'react';
import { Field } from '../form/Field.tsx';

/** The attributes that the field gives to its SearchSelect: spread them. */
export type SelectControl = {
  inputId: string;
  'aria-invalid'?: true;
  'aria-errormessage'?: string;
};

type SelectFieldProps = Omit<ComponentProps<typeof Field>, 'children' | 'group'> & {
  children: (control: SelectControl) => ReactNode;
};

/** A Field around a SearchSelect; its message is connected by aria-errormessage. */
export function SelectField({ error, children, ...field }: SelectFieldProps) {
  const message = useId();
  return (
    <Field {...field} error={error && <span id={message}>{error}</span>}>
      {({ id }) =>
        children({
          inputId: id,
          'aria-invalid': error ? true : undefined,
          'aria-errormessage': error ? message : undefined,
        })
      }
    </Field>
  );
}
