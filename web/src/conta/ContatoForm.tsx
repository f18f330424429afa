import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { MensagemContato } from '@unipark/contract/conta';
import { useForm } from 'react-hook-form';
import { showFaults } from '../lib/screen/showFaults.ts';
import { queryClient } from '../lib/wire/query.ts';
import { Button } from '../ui/button/Button.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { EmailInput } from '../ui/form/EmailInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { sendMensagem } from './api.ts';

const EMPTY: MensagemContato = { nome: '', email: '', mensagem: '' };

export function ContatoForm() {
  const form = useForm({ resolver: zodResolver(MensagemContato), defaultValues: EMPTY });
  const { register, handleSubmit, reset, formState } = form;
  const { errors } = formState;
  const send = useMutation(sendMensagem, queryClient);

  const submit = handleSubmit(async (values) => {
    try {
      await send.mutateAsync(values);
      reset();
    } catch (error) {
      showFaults(form, error);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label="Nome" error={errors.nome?.message}>
        {(input) => <Input {...input} {...register('nome')} autoComplete="name" />}
      </Field>
      <Field label="E-mail" error={errors.email?.message}>
        {(input) => <EmailInput {...input} {...register('email')} autoComplete="email" />}
      </Field>
      <Field label="Mensagem" error={errors.mensagem?.message}>
        {(input) => <TextArea {...input} {...register('mensagem')} rows={6} />}
      </Field>
      {send.isSuccess && (
        <Alert tone="success" role="status">
          Mensagem enviada. Obrigado!
        </Alert>
      )}
      <Button type="submit" variant="primary" size="lg" loading={send.isPending}>
        Enviar mensagem
      </Button>
    </form>
  );
}
