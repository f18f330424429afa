import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { SENHA_MINIMO } from '@unipark/contract/textosConta';
import { useForm, useWatch } from 'react-hook-form';
import { queryClient } from '../lib/query.ts';
import { showFaults } from '../lib/showFaults.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { Overlay } from '../ui/Overlay.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { createConta } from './api.ts';
import { ContaForm } from './contaForm.ts';

const EMPTY: ContaForm = { name: '', email: '', password: '', confirmation: '' };

export function SignupForm() {
  const form = useForm({ resolver: zodResolver(ContaForm), defaultValues: EMPTY });
  const { register, handleSubmit, control, formState } = form;
  const { errors } = formState;
  const password = useWatch({ control, name: 'password' });
  const create = useMutation(createConta, queryClient);

  const submit = handleSubmit(async (values) => {
    await create.mutateAsync(values).catch((error) => showFaults(form, error));
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label="Nome completo" error={errors.name?.message}>
        {(input) => <Input {...input} {...register('name')} autoComplete="name" />}
      </Field>
      <Field label="E-mail" error={errors.email?.message}>
        {(input) => (
          <Input
            {...input}
            {...register('email')}
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
          />
        )}
      </Field>
      <Field label="Senha" hint="De 8 a 128 caracteres." error={errors.password?.message}>
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
      <Button type="submit" variant="primary" size="lg" block disabled={create.isPending}>
        Criar conta
      </Button>
      {create.isPending && <Overlay text="Criando conta..." />}
    </form>
  );
}

/** How far the shortest allowed password is; the hint says it in words. */
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
