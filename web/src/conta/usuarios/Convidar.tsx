import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { NovoConvite } from '@unipark/contract/usuario';
import { useForm } from 'react-hook-form';
import { showFaults } from '../../lib/screen/showFaults.ts';
import { useOneAtATime } from '../../lib/screen/useOneAtATime.ts';
import { Button } from '../../ui/button/Button.tsx';
import { OnceDialog } from '../../ui/dialog/OnceDialog.tsx';
import { EmailInput } from '../../ui/form/EmailInput.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { createConvite } from './api.ts';
import { LinkUmaVez } from './LinkUmaVez.tsx';

const FORMULARIO = 'convidar';

/** Invites one e-mail: the invitation is mailed, or its link is shown once. */
export function Convidar({ onClose }: { onClose: () => void }) {
  const { mutateAsync, data, isPending } = useMutation(createConvite);
  const form = useForm({ resolver: zodResolver(NovoConvite), defaultValues: { email: '' } });
  const envio = useOneAtATime();
  const link = data?.link ?? undefined;
  const invite = form.handleSubmit(async ({ email }) => {
    if (!envio.take()) return;
    try {
      const { enviado } = await mutateAsync(email);
      if (enviado) onClose();
    } catch (error) {
      showFaults(form, error);
    } finally {
      envio.release();
    }
  });
  return (
    <OnceDialog
      title="Convidar"
      description={link ? data?.email : 'O convite vale por 7 dias e só para este e-mail.'}
      pending={isPending}
      once={
        link && data ? (
          <LinkUmaVez link={link} paraQuem={data.email} validade="em até 7 dias" />
        ) : undefined
      }
      onClose={onClose}
      onCtrlEnter={() => void invite()}
      actions={
        <Button variant="primary" type="submit" form={FORMULARIO} loading={isPending}>
          Convidar
        </Button>
      }
    >
      <form id={FORMULARIO} onSubmit={invite} noValidate>
        <Field
          label="E-mail"
          hint="Um convite anterior para o mesmo e-mail deixa de funcionar."
          error={form.formState.errors.email?.message}
        >
          {(control) => (
            <EmailInput {...control} {...form.register('email')} autoComplete="off" autoFocus />
          )}
        </Field>
      </form>
    </OnceDialog>
  );
}
