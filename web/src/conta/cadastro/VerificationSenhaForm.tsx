import { zodResolver } from '@hookform/resolvers/zod';
import type { UseMutationResult } from '@tanstack/react-query';
import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { FormProvider, useForm } from 'react-hook-form';
import { showFaults } from '../../lib/screen/showFaults.ts';
import { Button } from '../../ui/button/Button.tsx';
import { SenhaForm } from '../contaForm.ts';
import { FormFailure } from '../FormFailure.tsx';
import { isSenhaNeeded } from '../linkFaults.ts';
import { SenhaFields } from '../senha/SenhaFields.tsx';

type VerificationSenhaFormProps = {
  token: string;
  verify: UseMutationResult<unknown, Error, { token: string; password?: string }>;
};

/**
 * The link was opened in another browser than the one that signed up: the reader of the mail
 * chooses the password, so that an attacker who signed up with the address does not know it.
 */
export function VerificationSenhaForm({ token, verify }: VerificationSenhaFormProps) {
  const form = useForm({
    resolver: zodResolver(SenhaForm),
    defaultValues: { password: '', confirmation: '' },
  });
  const submit = form.handleSubmit(async ({ password }) => {
    await verify.mutateAsync({ token, password }).catch((error) => showFaults(form, error));
  });
  const failure = isSenhaNeeded(verify.error) ? null : verify.error;
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p>{TEXTOS_CONTA.escolhaSenha}</p>
        <SenhaFields />
        <FormFailure form={form} error={failure} />
        <Button type="submit" variant="primary" size="lg" block loading={verify.isPending}>
          Confirmar e entrar
        </Button>
      </form>
    </FormProvider>
  );
}
