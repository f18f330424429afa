import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { useId, useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { useUser } from '../../lib/session/session.ts';
import { asApiError } from '../../lib/wire/errors.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { PasswordInput } from '../../ui/form/PasswordInput.tsx';
import { SenhaForm } from '../contaForm.ts';
import { SenhaFields } from '../senha/SenhaFields.tsx';
import { changeSenha } from './api.ts';

const Atual = z.string().check(z.minLength(1, { error: TEXTOS_CONTA.senhaVazia }));
const Form = z.intersection(z.object({ atual: Atual }), SenhaForm);
type Form = z.infer<typeof Form>;

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
      // The fields keep their text; the fault of a field is under it.
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
          {/* For password managers. */}
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
