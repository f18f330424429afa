import type { FieldErrors, Path, UseFormRegister } from 'react-hook-form';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';

type ContactFields = { email?: string | null | undefined; telefone?: string | null | undefined };

type Props<V extends ContactFields> = {
  register: UseFormRegister<V>;
  errors: FieldErrors<ContactFields>;
  autoFocus?: boolean;
};

/** The optional contact of an owner, in the registration and on the owner's page. */
export function CamposContato<V extends ContactFields>({ register, errors, autoFocus }: Props<V>) {
  return (
    <>
      <Field label="E-mail (opcional)" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('email' as Path<V>)}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={autoFocus}
          />
        )}
      </Field>
      <Field label="Telefone (opcional)" error={errors.telefone?.message}>
        {(control) => (
          <Input {...control} {...register('telefone' as Path<V>)} type="tel" autoComplete="off" />
        )}
      </Field>
    </>
  );
}
