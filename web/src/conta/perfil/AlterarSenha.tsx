import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { useId, useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { asApiError } from '../../lib/errors.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { SenhaForm } from '../contaForm.ts';
import { SenhaFields } from '../SenhaFields.tsx';
import { changeSenha } from './api.ts';

const Atual = z.string().check(z.minLength(1, { error: TEXTOS_CONTA.senhaVazia }));
const Form = z.intersection(z.object({ atual: Atual }), SenhaForm);
type Form = z.infer<typeof Form>;

/** The old password once, the new one twice. */
export function AlterarSenha({ onClose }: { onClose: () => void }) {
  const { email } = useUser();
  const formId = useId();
  const change = useMutation(changeSenha);
  const form = useForm<Form>({
    resolver: zodResolver(Form),
    defaultValues: { atual: '', password: '', confirmation: '' },
  });
  const { register, formState, setError } = form;
  const { ref: atualRef, ...atual } = register('atual');
  const first = useRef<HTMLInputElement>(null);

  const submit = form.handleSubmit(async ({ atual, password }) => {
    try {
      await change.mutateAsync({ atual, nova: password });
      onClose();
    } catch (error) {
      // Nothing typed is lost; what is about a field stands under it.
      const { atual: wrong, nova } = asApiError(error).campos;
      if (nova) setError('password', { message: nova }, { shouldFocus: true });
      if (wrong) setError('atual', { message: wrong }, { shouldFocus: true });
    }
  });

  return (
    <Dialog
      open
      title="Alterar senha"
      description="As outras sessões abertas serão encerradas."
      width={480}
      initialFocus={first}
      busy={change.isPending}
      onClose={onClose}
      onCtrlEnter={() => void submit()}
      footer={
        <>
          <Button onClick={onClose} disabled={change.isPending}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={change.isPending}>
            Salvar senha
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
          {/* For password managers; the person stays the same. */}
          <input hidden readOnly type="text" name="email" autoComplete="username" value={email} />
          <Field label="Senha atual" error={formState.errors.atual?.message}>
            {(input) => (
              <PasswordInput
                {...input}
                {...atual}
                ref={(element) => {
                  atualRef(element);
                  first.current = element;
                }}
                autoComplete="current-password"
              />
            )}
          </Field>
          <SenhaFields label="Nova senha" />
        </form>
      </FormProvider>
    </Dialog>
  );
}
