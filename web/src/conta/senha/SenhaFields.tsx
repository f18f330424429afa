import { SENHA_MINIMO } from '@unipark/contract/textosConta';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field } from '../../ui/form/Field.tsx';
import { PasswordInput } from '../../ui/form/PasswordInput.tsx';
import type { SenhaForm } from '../contaForm.ts';

/** A new password, typed twice, for every form with these two fields. */
export function SenhaFields({ label = 'Senha' }: { label?: string }) {
  const { register, control, formState } = useFormContext<SenhaForm>();
  const { errors } = formState;
  const password = useWatch({ control, name: 'password' });
  return (
    <>
      <Field label={label} hint="De 8 a 128 caracteres." error={errors.password?.message}>
        {(input) => (
          <div className="flex flex-col gap-1.5">
            <PasswordInput {...input} {...register('password')} autoComplete="new-password" />
            <LengthBar length={[...password].length} />
          </div>
        )}
      </Field>
      <Field label="Confirmar senha" error={errors.confirmation?.message}>
        {(input) => (
          <PasswordInput {...input} {...register('confirmation')} autoComplete="new-password" />
        )}
      </Field>
    </>
  );
}

/** A bar that is full at the shortest allowed length; the hint says the length in words. */
function LengthBar({ length }: { length: number }) {
  const isEnough = length >= SENHA_MINIMO;
  const width = `${Math.min(100, (length / SENHA_MINIMO) * 100)}%`;
  return (
    <span aria-hidden="true" className="block h-1 overflow-hidden rounded-full bg-skeleton">
      <span
        className={`block h-full ${isEnough ? 'bg-positive' : 'bg-control'}`}
        style={{ width }}
      />
    </span>
  );
}
