import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { queryClient } from '../lib/query.ts';
import { showFaults } from '../lib/showFaults.ts';
import { Button } from '../ui/Button.tsx';
import { EmailInput } from '../ui/EmailInput.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { Overlay } from '../ui/Overlay.tsx';
import { createConta, type NewAccount } from './api.ts';
import { contaForm } from './contaForm.ts';
import { FormFailure } from './FormFailure.tsx';
import { SenhaFields } from './SenhaFields.tsx';
import { SignupReceived } from './SignupReceived.tsx';

type SignupFormProps = {
  /** Whose addresses may enter; all, where none is named. */
  dominios?: readonly string[];
  /** The token of an invitation, and the address it is for; null: any. */
  convite?: { token: string; email: string | null };
  submitLabel?: string;
};

export function SignupForm({ dominios = [], convite, submitLabel }: SignupFormProps) {
  const fixed = convite?.email ?? undefined;
  const form = useForm({
    resolver: zodResolver(contaForm(dominios)),
    defaultValues: { name: '', email: fixed ?? '', password: '', confirmation: '' },
  });
  const { register, handleSubmit, formState } = form;
  const { errors } = formState;
  const create = useMutation(createConta, queryClient);

  const [waiting, setWaiting] = useState<{ account: NewAccount; mensagem: string }>();

  const submit = handleSubmit(async ({ name, email, password }) => {
    const account = { name, email, password, convite: convite?.token };
    try {
      const answer = await create.mutateAsync(account);
      if (answer.token === null) setWaiting({ account, mensagem: answer.mensagem });
    } catch (error) {
      showFaults(form, error);
    }
  });

  const correct = () => {
    setWaiting(undefined);
    // The button that had the focus is gone; most often it is the address that is wrong.
    queueMicrotask(() => form.setFocus('email'));
  };

  if (waiting) return <SignupReceived {...waiting} onCorrect={correct} />;
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field label="Nome completo" error={errors.name?.message}>
          {(input) => <Input {...input} {...register('name')} autoComplete="name" />}
        </Field>
        <Field label="E-mail" hint={accepted(dominios)} error={errors.email?.message}>
          {(input) => (
            <EmailInput {...input} {...register('email')} readOnly={fixed !== undefined} />
          )}
        </Field>
        <SenhaFields />
        <FormFailure form={form} error={create.error} />
        <Button type="submit" variant="primary" size="lg" block disabled={create.isPending}>
          {submitLabel ?? 'Criar conta'}
        </Button>
        {create.isPending && <Overlay text="Criando conta..." />}
      </form>
      <p className="text-sm text-muted">
        Já tem uma conta? <Link to="/">Entrar</Link>
      </p>
    </FormProvider>
  );
}

const names = new Intl.ListFormat('pt-BR', { type: 'disjunction' });

/** 'Use o seu endereço @a.br ou @b.br.' */
const accepted = (dominios: readonly string[]): string | undefined =>
  dominios.length > 0
    ? `Use o seu endereço ${names.format(dominios.map((dominio) => `@${dominio}`))}.`
    : undefined;
