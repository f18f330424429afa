import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { showFaults } from '../../lib/screen/showFaults.ts';
import { useUser } from '../../lib/session/session.ts';
import { queryClient } from '../../lib/wire/query.ts';
import { Button } from '../../ui/button/Button.tsx';
import { confirmRecovery } from '../api.ts';
import { SenhaForm } from '../contaForm.ts';
import { FormFailure } from '../FormFailure.tsx';
import { LinkRefused } from '../LinkRefused.tsx';
import { isLinkRefused } from '../linkFaults.ts';
import { SenhaFields } from './SenhaFields.tsx';

type NewPasswordFormProps = { token: string; onForget: () => void };

export function NewPasswordForm({ token, onForget }: NewPasswordFormProps) {
  const form = useForm({
    resolver: zodResolver(SenhaForm),
    defaultValues: { password: '', confirmation: '' },
  });
  const confirm = useMutation(confirmRecovery, queryClient);
  const navigate = useNavigate();
  const { email } = useUser();

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await confirm.mutateAsync({ token, password });
      await navigate('/');
    } catch (error) {
      showFaults(form, error);
    }
  });

  if (isLinkRefused(confirm.error)) {
    return (
      <LinkRefused text="O link vale por 30 minutos e uma só vez.">
        <Button variant="primary" onClick={onForget}>
          Pedir outro link
        </Button>
      </LinkRefused>
    );
  }
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {/* For password managers: the account of the password, where this page knows it. */}
        <input hidden readOnly type="text" name="email" autoComplete="username" value={email} />
        <SenhaFields label="Nova senha" />
        <FormFailure form={form} error={confirm.error} />
        <Button type="submit" variant="primary" size="lg" block loading={confirm.isPending}>
          Alterar senha
        </Button>
      </form>
    </FormProvider>
  );
}
