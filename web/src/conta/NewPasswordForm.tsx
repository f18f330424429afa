import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { queryClient } from '../lib/query.ts';
import { useUser } from '../lib/session.ts';
import { showFaults } from '../lib/showFaults.ts';
import { Button } from '../ui/Button.tsx';
import { confirmRecovery } from './api.ts';
import { SenhaForm } from './contaForm.ts';
import { FormFailure } from './FormFailure.tsx';
import { LinkRefused } from './LinkRefused.tsx';
import { isLinkRefused } from './linkFaults.ts';
import { SenhaFields } from './SenhaFields.tsx';

type NewPasswordFormProps = { token: string; onForget: () => void };

/** Behind the link of the recovery mail. */
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
        {/* For password managers: whose password it is, as far as this page knows. */}
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
