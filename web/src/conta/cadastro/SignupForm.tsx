import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { once } from '@unipark/contract/once';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { showFaults } from '../../lib/screen/showFaults.ts';
import { queryClient } from '../../lib/wire/query.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Overlay } from '../../ui/feedback/Overlay.tsx';
import { EmailInput } from '../../ui/form/EmailInput.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { createConta, type NewAccount } from '../api.ts';
import { contaForm } from '../contaForm.ts';
import { FormFailure } from '../FormFailure.tsx';
import { SenhaFields } from '../senha/SenhaFields.tsx';
import { SignupReceived } from './SignupReceived.tsx';

type SignupFormProps = {
  /** The domains whose addresses may sign up; all when the list is empty. */
  dominios?: readonly string[];
  /** The token of an invitation and its address; null: any address. */
  convite?: { token: string; email: string | null };
};

export function SignupForm({ dominios = [], convite }: SignupFormProps) {
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
    // The button that had the focus is gone; the e-mail is the field most often wrong.
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
          Criar conta
        </Button>
        {create.isPending && <Overlay text="Criando conta..." />}
      </form>
      <p className="text-sm text-muted">
        Já tem uma conta? <Link to="/">Entrar</Link>
      </p>
    </FormProvider>
  );
}

const names = once(() => new Intl.ListFormat('pt-BR', { type: 'disjunction' }));

/** 'Use o seu endereço @a.br ou @b.br.' */
const accepted = (dominios: readonly string[]): string | undefined =>
  dominios.length > 0
    ? `Use o seu endereço ${names().format(dominios.map((dominio) => `@${dominio}`))}.`
    : undefined;
